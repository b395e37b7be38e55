import type { FieldError } from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, SaveButton, useNotify, useSaveContext } from 'react-admin';
import { type FieldErrors, set, useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { type Refusal, RefusalNotice } from './form-problems.js';
import {
  FIELD_LABELS,
  recordFaults,
  type RecordValues,
  useToday,
  type Values,
} from './record-values.js';
import { type PageLinkProps, TO_LOGIN } from '../layout/page.js';
import { CallError, failureText, isSessionOver, newFormKey } from '../providers/http.js';
import { EDIT_TEXTS } from '../texts/portal.js';
import { incompleteText, RECORD_FORM_TEXTS } from '../texts/record.js';

/** The page to open after a save, and the notice to show. */
interface Saved {
  readonly to: string;
  /** By default, that it was saved. */
  readonly notice?: string;
}

interface RecordFormProps {
  readonly initial: RecordValues;
  readonly request: (values: RecordValues) => object;
  /** @param record as the server has saved it. */
  readonly saved: (record: never) => Saved;
  /** For an edited record that no longer exists. */
  readonly gone?: Saved;
  /** Maps the server's errors to the form's fields; by default, to its only part. */
  readonly serverFaults?: (error: CallError) => readonly FieldError[];
  /** Finds a record that explains the failure. */
  readonly linkFor?: (error: CallError, values: RecordValues) => Promise<PageLinkProps | null>;
  /** Link to the record that this form already saved, with other values, when a response was lost. */
  readonly alreadySaved?: PageLinkProps;
  readonly cancelTo: string;
  /** Cancel opens a new page, and Back returns to this form. */
  readonly keepsHistory?: boolean;
  /** Reloads the record after another user has saved it. */
  readonly onReload?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A form-level error, so that react-admin keeps warning about unsaved changes. */
const NOT_SAVED = { 'root.server': 'not saved' };

function faultsOfPart({ errors }: CallError, initial: RecordValues): FieldError[] {
  const [part = ''] = Object.keys(initial);
  return errors.map((fault) => ({ ...fault, field: `${part}.${fault.field}` }));
}

/** The stored values after a conflict: those sent, overwritten with the ones that differ. */
function storedValues(sent: RecordValues, differing: Values): RecordValues {
  const parts = Object.entries(sent).map(([part, values]) => [part, { ...values, ...differing }]);
  return Object.fromEntries(parts) as RecordValues;
}

/** Date inputs that are only partly filled in. Their value is an empty string, which would be saved as no date. */
function incompleteInputs(form: HTMLElement | null): FieldError[] {
  const inputs = [...(form?.querySelectorAll('input') ?? [])];
  return inputs
    .filter(({ validity }) => validity.badInput)
    .map(({ name }) => ({ field: name, message: incompleteText(FIELD_LABELS[name] ?? name) }));
}

/** The outcome is unknown if the response was lost or the server failed. */
function outcomeText({ status }: CallError): string {
  if (status === null || status >= 500) return RECORD_FORM_TEXTS.unknownOutcome;
  return status === 422 ? RECORD_FORM_TEXTS.stillHere : RECORD_FORM_TEXTS.notSaved;
}

/**
 * The form of a record, inside `EditBase` or `CreateBase`. Validates by the contract's rules, runs one save at a
 * time, and keeps the entries when a save fails.
 */
export function RecordForm(props: RecordFormProps): ReactNode {
  const { initial, request, saved, gone, linkFor, alreadySaved } = props;
  const { serverFaults = (error: CallError) => faultsOfPart(error, initial) } = props;
  const { cancelTo, keepsHistory = false, onReload, children } = props;
  const today = useToday();
  const { save } = useSaveContext();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [formKey] = useState(newFormKey);
  const [version, setVersion] = useState<number>();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** The stored values that the user has seen: the initial ones, or those of the last decided conflict. */
  const [base, setBase] = useState(initial);
  const [destination, setDestination] = useState<string | null>(null);
  const inFlight = useRef<Promise<object | undefined> | null>(null);
  const fields = useRef<HTMLDivElement>(null);

  const follow = ({ to, notice = RECORD_FORM_TEXTS.saved }: Saved, type: 'success' | 'warning') => {
    notify(notice, { type });
    setDestination(to);
  };

  const recoveryLink = async (
    error: CallError,
    values: RecordValues,
  ): Promise<PageLinkProps | null> => {
    if (isSessionOver(error)) return TO_LOGIN;
    if (error.status === 422 && alreadySaved !== undefined) return alreadySaved;
    return (await linkFor?.(error, values).catch(() => null)) ?? null;
  };

  /** Shows why it was not saved. @returns the errors for react-admin's form. */
  const refuse = async (error: CallError, values: RecordValues): Promise<object> => {
    const faults = serverFaults(error);
    const known = faults.filter(({ field }) => field in FIELD_LABELS);
    const others = faults.filter((fault) => !known.includes(fault));
    // The stale notice or the fields show the message already.
    const isShown = error.stale !== null || (known.length > 0 && others.length === 0);
    const text = [error.message, ...others.map(({ message }) => message)].join(' ');
    if (error.stale !== null) setVersion(undefined);
    setRefusal({
      stale: error.stale,
      stored: storedValues(values, error.stale?.fields ?? {}),
      isUndecided: false,
      text: isShown ? null : text,
      outcome: outcomeText(error),
      link: await recoveryLink(error, values),
    });
    return { ...NOT_SAVED, ...Object.fromEntries(known.map((each) => [each.field, each.message])) };
  };

  const submit = async (values: RecordValues): Promise<object | undefined> => {
    if (refusal?.stale != null && version === undefined) {
      setRefusal({ ...refusal, isUndecided: true });
      return NOT_SAVED;
    }
    setRefusal(null);
    let failure: CallError | undefined;
    await save?.(version === undefined ? request(values) : { ...request(values), version }, {
      meta: { formKey },
      onSuccess: (record: unknown) => follow(saved(record as never), 'success'),
      onError: (error: unknown) => {
        failure = error instanceof CallError ? error : new CallError(failureText(error), null);
      },
    });
    if (failure !== undefined) {
      if (failure.status !== 404 || gone === undefined) return refuse(failure, values);
      follow(gone, 'warning');
    }
    // Not in `onSuccess`, which is not called once the user has left the form.
    void queryClient.invalidateQueries();
    return undefined;
  };

  return (
    <Form<RecordValues>
      record={initial}
      resolver={(values) => {
        const errors: FieldErrors<RecordValues> = {};
        const faults = [
          ...recordFaults(values, today, initial.child?.['yearOfBirth']),
          ...incompleteInputs(fields.current),
        ];
        for (const { field, message } of faults) set(errors, field, { type: 'rule', message });
        return faults.length === 0 ? { values, errors: {} } : { values: {}, errors };
      }}
      onSubmit={(values: unknown) => {
        inFlight.current ??= submit(values as RecordValues).finally(() => {
          inFlight.current = null;
        });
        return inFlight.current as Promise<never>;
      }}
      noValidate
      warnWhenUnsavedChanges
      disableInvalidFormNotification
    >
      <Box
        ref={fields}
        onKeyDown={submitByKeyboard}
        sx={{ display: 'grid', gap: 3, maxWidth: '64rem' }}
      >
        <RefusalNotice
          refusal={refusal}
          base={base}
          onReload={onReload}
          onDecided={(decided) => {
            setVersion(decided);
            if (refusal !== null) setBase(refusal.stored);
          }}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {RECORD_FORM_TEXTS.required}
        </Typography>
        {children}
        <FormButtons cancelTo={cancelTo} keepsHistory={keepsHistory} destination={destination} />
      </Box>
    </Form>
  );
}

function submitByKeyboard(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

interface FormButtonsProps {
  readonly cancelTo: string;
  readonly keepsHistory: boolean;
  /** Where to go after the save; `null` before it. */
  readonly destination: string | null;
}

/** Submit and Cancel. The next page replaces a saved form in the browser's history. */
function FormButtons({ cancelTo, keepsHistory, destination }: FormButtonsProps): ReactNode {
  const navigate = useNavigate();
  const { isDirty, isSubmitting, isSubmitSuccessful } = useFormState();
  const leavesFor = isSubmitSuccessful ? destination : null;
  useEffect(() => {
    if (leavesFor !== null) void navigate(leavesFor, { replace: true });
  }, [leavesFor, navigate]);
  return (
    <Box
      data-dirty={isDirty}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
    >
      <SaveButton
        label={EDIT_TEXTS.submit}
        icon={<></>}
        alwaysEnable
        aria-disabled={isSubmitting}
        aria-keyshortcuts="Control+Enter"
      />
      <Button
        variant="outlined"
        onClick={() => {
          // A navigation, so that the form warns about unsaved changes.
          void navigate(cancelTo, { replace: !keepsHistory });
        }}
      >
        {EDIT_TEXTS.cancel}
      </Button>
      <Typography role="status" variant="body2">
        {isSubmitting ? RECORD_FORM_TEXTS.saving : ''}
      </Typography>
    </Box>
  );
}
