import {
  type FieldError,
  PORTAL_ROUTES,
  RECORD_FORM_TEXTS,
  type StaleRecordBody,
} from '@kidlab/contract';
import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import {
  type FieldErrors,
  get,
  type Resolver,
  set,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';

import { FIELD_LABELS, type FieldName, inPageOrder } from './field-labels.js';
import type { RecordValues } from './record-values.js';
import { CallError, failureText, isOutcomeUnknown, isSessionOver } from '../providers/http.js';
import { newFormKey } from '../providers/staff-call.js';

/** Why a form was not saved, beside the faults of its fields. */
export type Refusal = RefusalToSay | RefusalTold;

/** One that the fields do not say. */
export type RefusalToSay = (
  | {
      readonly kind: 'failed';
      readonly text: string;
      /** What is known of what was entered: saved, not saved, or neither. */
      readonly outcome: string;
      readonly link?: RefusalLink;
    }
  | {
      readonly kind: 'stale';
      readonly current: StaleRecordBody['current'];
      readonly conflicts: readonly Conflict[];
    }
) & {
  /** No field has it. */
  readonly takesFocus: boolean;
};

/** A field in which the form differs from what somebody has saved in between. */
export interface Conflict {
  readonly field: FieldName;
  readonly yours: string;
  readonly theirs: string;
  /** What the person has not touched is not theirs to defend: it follows what is stored. */
  readonly isTouched: boolean;
}

/** The fields say it, and there is somewhere to go on from it. */
interface RefusalTold {
  readonly kind: 'told';
  readonly link: RefusalLink;
}

/** A record that has to do with the refusal. */
export interface RefusalLink {
  readonly to: string;
  readonly label: string;
}

/** How a form is sent. */
export interface Sending {
  /** The same for each try. */
  readonly formKey: string;
  /** Of the record, where somebody has saved it in between and the person has decided between the values. */
  readonly version?: number;
}

/** What follows a save. */
export interface Saved {
  /** Path of the page. */
  readonly to: string;
  /** More than that it was saved. */
  readonly notice?: string;
}

export interface RecordFormTask {
  readonly initial: RecordValues;
  /** What is wrong with the values, by the names of the page's fields. */
  readonly faultsOf: (values: RecordValues) => readonly FieldError[];
  readonly save: (values: RecordValues, sending: Sending) => Promise<Saved>;
  /** What follows when the record that is edited is there no more. */
  readonly gone?: () => Saved;
  /** The server's faults at the page's fields. */
  readonly serverFaults: (error: CallError) => readonly FieldError[];
  /** Leads to the record that has to do with a failure, where there is one. */
  readonly linkFor?: (error: CallError, values: RecordValues) => Promise<RefusalLink | null>;
}

export interface RecordFormState {
  readonly form: UseFormReturn<RecordValues>;
  readonly refusal: Refusal | null;
  readonly isSaving: boolean;
  /** Where to go: set once everything is saved. */
  readonly destination: string | null;
  readonly submit: () => void;
  /** The person has decided between their values and those that were saved in between, up to that version. */
  readonly decide: (version: number) => void;
}

/** Marks the form as not saved for whoever asks before unsaved changes are lost. */
const NOT_SAVED = 'root.server';

function errorsOf(faults: readonly FieldError[]): FieldErrors<RecordValues> {
  const errors = {};
  for (const { field, message } of faults) set(errors, field, { type: 'rule', message });
  return errors;
}

/**
 * A form of staff's records: checked by the contract's rules when it is submitted, each failed field again as it is
 * corrected; one submission at a time; nothing typed is lost by a failure.
 */
export function useRecordForm(task: RecordFormTask): RecordFormState {
  const inFlight = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [destination, setDestination] = useState<string | null>(null);
  const [formKey] = useState(newFormKey);
  const [version, setVersion] = useState<number>();
  const notify = useNotify();

  const resolver: Resolver<RecordValues> = (values) => {
    const faults = task.faultsOf(values);
    return faults.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(faults) };
  };
  const form = useForm<RecordValues>({
    defaultValues: task.initial,
    resolver,
    shouldFocusError: false,
  });

  const focusFirst = (faults: readonly { readonly field: FieldName }[]): void => {
    const [first] = faults;
    if (first !== undefined) form.setFocus(first.field);
  };

  const meetConflict = (current: StaleRecordBody['current'], values: RecordValues): void => {
    const conflicts = conflictsOf(current.fields, task.initial, values);
    for (const { field, theirs, isTouched } of conflicts) {
      if (!isTouched) form.setValue(field, theirs, { shouldDirty: true });
    }
    setVersion(conflicts.some(({ isTouched }) => isTouched) ? undefined : current.version);
    setRefusal({ kind: 'stale', current, conflicts, takesFocus: true });
  };

  const refuse = async (error: unknown, values: RecordValues): Promise<void> => {
    form.setError(NOT_SAVED, { type: 'server' });
    if (!(error instanceof CallError)) {
      const text = failureText(error);
      setRefusal({ kind: 'failed', text, outcome: RECORD_FORM_TEXTS.notSaved, takesFocus: true });
      return;
    }
    if (error.status === 404 && task.gone !== undefined) {
      const { to, notice } = task.gone();
      notify(notice ?? error.message, { type: 'warning' });
      setDestination(to);
      return;
    }
    if (error.stale !== null) {
      meetConflict(error.stale, values);
      return;
    }
    const { known, others } = inPageOrder(task.serverFaults(error));
    for (const { field, message } of known) form.setError(field, { type: 'server', message });
    focusFirst(known);
    const isTold = known.length > 0 && others.length === 0;
    const link = isSessionOver(error)
      ? { to: PORTAL_ROUTES.login, label: RECORD_FORM_TEXTS.logIn }
      : ((await task.linkFor?.(error, values).catch(() => null)) ?? null);
    if (isTold) {
      // Said at the fields and above the form already: the same sentence in a notice of its own would be a third one.
      setRefusal(link === null ? null : { kind: 'told', link });
      return;
    }
    const text = [error.message, ...others.map(messageOf)].join(' ');
    const takesFocus = known.length === 0;
    setRefusal({
      kind: 'failed',
      text,
      outcome: outcomeText(error),
      takesFocus,
      ...(link === null ? {} : { link }),
    });
  };

  const save = async (values: RecordValues): Promise<void> => {
    setRefusal(null);
    try {
      const sending = version === undefined ? { formKey } : { formKey, version };
      const { to, notice } = await task.save(values, sending);
      notify(notice ?? RECORD_FORM_TEXTS.saved, { type: 'success' });
      setDestination(to);
    } catch (error) {
      await refuse(error, values);
    }
  };

  const submitOnce = async (): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    setSaving(true);
    try {
      await form.handleSubmit(save, () => {
        setRefusal(null);
        focusFirst(inPageOrder(task.faultsOf(form.getValues())).known);
      })();
    } finally {
      inFlight.current = false;
      setSaving(false);
    }
  };

  return {
    form,
    refusal,
    isSaving,
    destination,
    submit: () => {
      void submitOnce();
    },
    decide: setVersion,
  };
}

/** A form that edits has one part: that of its record. */
function conflictsOf(
  stored: StaleRecordBody['current']['fields'],
  initial: RecordValues,
  values: RecordValues,
): Conflict[] {
  const [part = ''] = Object.keys(initial);
  return (Object.keys(FIELD_LABELS) as FieldName[]).flatMap((field) => {
    const theirs = field.startsWith(`${part}.`) ? stored[field.slice(part.length + 1)] : undefined;
    if (theirs === undefined) return [];
    const yours = textOf(values, field);
    return [{ field, yours, theirs, isTouched: yours !== textOf(initial, field) }];
  });
}

function textOf(values: RecordValues, field: FieldName): string {
  const value: unknown = get(values, field);
  return typeof value === 'string' ? value : '';
}

/** Saved, not saved, or nobody knows. */
function outcomeText(error: CallError): string {
  if (isOutcomeUnknown(error)) return RECORD_FORM_TEXTS.unknownOutcome;
  return error.status === 422 ? RECORD_FORM_TEXTS.stillHere : RECORD_FORM_TEXTS.notSaved;
}

function messageOf({ message }: FieldError): string {
  return message;
}
