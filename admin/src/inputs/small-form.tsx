import {
  enteredCode,
  type EnteredCode,
  faultsOf,
  type FieldError,
  type FieldRule,
  LENGTH,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  TextField,
  type TextFieldProps,
} from '@mui/material';
import { type ReactNode, type SubmitEvent, type SyntheticEvent, useRef, useState } from 'react';

import { CallError, failureText } from '../providers/http.js';
import { EDIT_TEXTS } from '../texts/portal.js';

/** Why a submission failed. */
interface Refusal {
  readonly message: string | null;
  readonly faults: readonly FieldError[];
}

const NOTHING: Refusal = { message: null, faults: [] };

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form)) as Record<string, string>;
}

function codeCheck(unreadable: string, isRead: (kind: EnteredCode['kind']) => boolean) {
  return ({ code = '' }: Readonly<Record<string, string>>): FieldError[] => {
    const entered = enteredCode(code);
    if (entered !== null && isRead(entered.kind)) return [];
    const message = code.trim() === '' ? STAFF_MESSAGES.codeNeeded : unreadable;
    return [{ field: 'code', message }];
  };
}

/** Checks a second-factor code before it is sent. */
export const codeFaults = codeCheck(STAFF_MESSAGES.codeUnreadable, () => true);

/** Checks the first code of a new key, for which there are no recovery codes yet. */
export const firstCodeFaults = codeCheck(
  STAFF_MESSAGES.appCodeUnreadable,
  (kind) => kind === 'app',
);

export type SmallForm = ReturnType<typeof useSmallForm>;

/**
 * A form of a few fields without react-admin, which the login page does not load. It is checked on submit, and
 * submitted once at a time. The first invalid field gets the focus; another error is shown above the form.
 * @param check returns the faults by field name.
 * @param send may throw an error to show.
 */
export function useSmallForm(
  check: (values: Readonly<Record<string, string>>) => readonly FieldError[],
  send: (values: Readonly<Record<string, string>>, form: HTMLFormElement) => Promise<void>,
) {
  const inFlight = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>(NOTHING);

  const submit = async (form: HTMLFormElement): Promise<void> => {
    const values = valuesOf(form);
    let faults = check(values);
    let message: string | null = null;
    if (faults.length === 0) {
      inFlight.current = true;
      setBusy(true);
      setRefusal(NOTHING);
      try {
        await send(values, form);
      } catch (error) {
        faults = error instanceof CallError ? error.errors : [];
        if (faults.length === 0) message = failureText(error);
      } finally {
        inFlight.current = false;
        setBusy(false);
      }
    }
    setRefusal({ message, faults });
    const [first] = faults;
    if (first === undefined) return;
    form.querySelector<HTMLInputElement>(`[name="${first.field}"]`)?.focus();
  };

  return {
    busy,
    message: refusal.message,
    faultOf: (name: string): string | undefined =>
      refusal.faults.find(({ field }) => field === name)?.message,
    onSubmit: (event: SubmitEvent<HTMLFormElement>): void => {
      event.preventDefault();
      if (inFlight.current) return;
      void submit(event.currentTarget);
    },
    /** For forms that check again while the user types. */
    onInput: ({ currentTarget }: SyntheticEvent<HTMLFormElement>): void => {
      if (refusal.faults.length === 0) return;
      setRefusal({ ...refusal, faults: check(valuesOf(currentTarget)) });
    },
  };
}

interface SmallFieldProps extends Omit<TextFieldProps, 'form'> {
  readonly form: SmallForm;
  readonly name: string;
}

/** A required field. Its fault replaces its hint. */
export function SmallField(props: SmallFieldProps): ReactNode {
  const { form, name, helperText, slotProps, ...look } = props;
  const fault = form.faultOf(name);
  return (
    <TextField
      name={name}
      required
      error={fault !== undefined}
      helperText={fault ?? helperText}
      slotProps={{ ...slotProps, inputLabel: { required: false, shrink: true } }}
      {...look}
    />
  );
}

interface CodeFieldProps extends Omit<SmallFieldProps, 'name'> {
  /** A code of the app, not a recovery code: phones show a number pad. */
  readonly isNumeric?: boolean;
}

/** A second-factor code, with or without spaces. */
export function CodeField({ isNumeric = false, ...props }: CodeFieldProps): ReactNode {
  const inputMode = isNumeric ? 'numeric' : undefined;
  return (
    <SmallField
      name="code"
      autoComplete="one-time-code"
      slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, inputMode } }}
      {...props}
    />
  );
}

interface SmallFormBoxProps {
  readonly form: SmallForm;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
  readonly submit: string;
  readonly color?: ButtonProps['color'];
  readonly onCancel?: () => void;
}

/** A small form with its fields in one column. */
export function SmallFormBox(props: SmallFormBoxProps): ReactNode {
  const { form, intro, children, submit, color = 'primary', onCancel } = props;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.onSubmit}
      sx={{ display: 'grid', gap: 2, maxWidth: '30rem', minWidth: 0 }}
    >
      {intro}
      <SmallFormAlert form={form} />
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" color={color} aria-disabled={form.busy}>
          {submit}
        </Button>
        {onCancel === undefined ? null : <Button onClick={onCancel}>{EDIT_TEXTS.cancel}</Button>}
      </Box>
    </Box>
  );
}

function SmallFormAlert({ form }: { readonly form: SmallForm }): ReactNode {
  return form.message === null ? null : <Alert severity="error">{form.message}</Alert>;
}

interface EmailFormProps {
  readonly label: string;
  readonly submit: string;
  readonly rule: FieldRule;
  /** Called on each submit, even if the check fails. */
  readonly onTry?: () => void;
  /** May throw an error to show. */
  readonly send: (email: string, form: HTMLFormElement) => Promise<void>;
}

export function EmailForm({ label, submit, rule, onTry, send }: EmailFormProps): ReactNode {
  const form = useSmallForm(
    (values) => faultsOf({ email: rule }, values),
    ({ email = '' }, element) => send(email.trim(), element),
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        onTry?.();
        form.onSubmit(event);
      }}
      onInput={form.onInput}
    >
      <SmallFormAlert form={form} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', mt: 1 }}>
        <SmallField
          form={form}
          label={label}
          size="small"
          name="email"
          type="email"
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: LENGTH.email } }}
          sx={{ flex: '1 1 14rem', maxWidth: '30rem' }}
        />
        <Button type="submit" variant="contained" aria-disabled={form.busy}>
          {submit}
        </Button>
      </Box>
    </form>
  );
}
