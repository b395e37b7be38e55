import {
  enteredCode,
  type EnteredCode,
  faultsOf,
  type FieldError,
  type FieldRule,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  FormControl,
  FormHelperText,
  InputLabel,
  OutlinedInput,
  type OutlinedInputProps,
} from '@mui/material';
import { type ReactNode, useId } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';

import { CallError, failureText } from '../providers/http.js';
import { EDIT_TEXTS } from '../texts/portal.js';

type Values = Readonly<Record<string, string>>;

function codeCheck(unreadable: string, isRead: (kind: EnteredCode['kind']) => boolean) {
  return ({ code = '' }: Values): FieldError[] => {
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

interface SmallFormProps {
  /** Checked on submit. The first invalid field gets the focus. */
  readonly check: (values: Values) => readonly FieldError[];
  /** If it throws, the error is shown at the fields that it names, or else above the form. */
  readonly send: (values: Values, reset: () => void) => Promise<void>;
  /** Called on each submit, even if the check fails. */
  readonly onTry?: () => void;
  readonly intro?: ReactNode;
  /** Shown until there is an error. */
  readonly notice?: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
  readonly submit: string;
  /** Replaces `submit` while the form is sent. */
  readonly sending?: string;
  readonly color?: ButtonProps['color'];
  readonly onCancel?: () => void;
  /** Puts the button beside the field. */
  readonly isRow?: boolean;
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  alignItems: 'flex-start',
  // As tall as the field beside it.
  '& > button': { minHeight: 'var(--target)' },
};

/** A small form without react-admin, which the login page does not load. Only one submission runs at a time. */
export function SmallForm(props: SmallFormProps): ReactNode {
  const { check, send, onTry, intro, notice, children, isRow = false } = props;
  const { submit, sending = submit, color = 'primary', onCancel } = props;
  const form = useForm<Record<string, string>>({
    // `SmallField` rechecks an invalid field while the user types.
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const errors = check(values).map(({ field, message }) => [field, { type: 'rule', message }]);
      if (errors.length === 0) return { values, errors: {} };
      return { values: {}, errors: Object.fromEntries(errors) as object };
    },
  });
  const { isSubmitting, isDirty, errors } = form.formState;
  const onSubmit = form.handleSubmit(async (values) => {
    try {
      await send(values, () => form.reset());
    } catch (error) {
      const faults = error instanceof CallError ? error.errors : [];
      if (faults.length === 0) form.setError('root', { message: failureText(error) });
      faults.forEach(({ field, message }, index) =>
        form.setError(field, { message }, { shouldFocus: index === 0 }),
      );
    }
  });
  const problem = errors.root?.message;
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        data-dirty={isDirty}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onTry?.();
          if (!isSubmitting) void onSubmit();
        }}
        sx={{ display: 'grid', gap: 2, maxWidth: isRow ? 'none' : '30rem', minWidth: 0 }}
      >
        {intro}
        {problem === undefined ? notice : <Alert severity="error">{problem}</Alert>}
        {isRow ? null : children}
        <Box sx={ROW}>
          {isRow ? children : null}
          <Button type="submit" variant="contained" color={color} aria-disabled={isSubmitting}>
            {isSubmitting ? sending : submit}
          </Button>
          {onCancel === undefined ? null : <Button onClick={onCancel}>{EDIT_TEXTS.cancel}</Button>}
        </Box>
      </Box>
    </FormProvider>
  );
}

interface SmallFieldProps extends Pick<
  OutlinedInputProps,
  'type' | 'size' | 'placeholder' | 'autoComplete' | 'autoFocus' | 'inputProps'
> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

/**
 * A required field. Its error replaces its hint. Not Material UI's `TextField`, which would load a select and a menu
 * (30 kB) before sign-in.
 */
export function SmallField(props: SmallFieldProps): ReactNode {
  const { name, label, hint, inputProps, ...input } = props;
  const id = useId();
  const { register, trigger, getFieldState, formState } = useFormContext();
  const fault = getFieldState(name, formState).error?.message;
  const text = fault ?? hint;
  const { ref, ...field } = register(name, {
    onChange: () => {
      if (fault !== undefined) void trigger(name);
    },
  });
  return (
    <FormControl error={fault !== undefined} sx={{ flex: '1 1 14rem', maxWidth: '30rem' }}>
      <InputLabel htmlFor={id} shrink>
        {label}
      </InputLabel>
      <OutlinedInput
        id={id}
        label={label}
        notched
        {...(text === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        {...field}
        {...input}
        inputProps={{ ...inputProps, required: true }}
        inputRef={ref}
      />
      {text === undefined ? null : (
        // An alert: Enter does not move the focus, so a screen reader would not read the description.
        <FormHelperText
          key={text}
          id={`${id}-hint`}
          role={fault === undefined ? undefined : 'alert'}
        >
          {text}
        </FormHelperText>
      )}
    </FormControl>
  );
}

interface CodeFieldProps extends Omit<SmallFieldProps, 'name'> {
  /** A code from the app, not a recovery code: phones show a number pad. */
  readonly isNumeric?: boolean;
}

/** A second-factor code, with or without spaces. */
export function CodeField({ isNumeric = false, ...props }: CodeFieldProps): ReactNode {
  const inputMode = isNumeric ? 'numeric' : undefined;
  return (
    <SmallField
      name="code"
      autoComplete="one-time-code"
      inputProps={{ autoCapitalize: 'none', spellCheck: false, inputMode }}
      {...props}
    />
  );
}

interface EmailFormProps extends Pick<SmallFormProps, 'onTry' | 'submit'> {
  readonly label: string;
  readonly rule: FieldRule;
  /** May throw an error to show. */
  readonly send: (email: string, reset: () => void) => Promise<void>;
}

export function EmailForm({ label, rule, send, ...form }: EmailFormProps): ReactNode {
  return (
    <SmallForm
      isRow
      check={(values) => faultsOf({ email: rule }, values)}
      send={({ email = '' }, reset) => send(email.trim(), reset)}
      {...form}
    >
      <SmallField label={label} size="small" name="email" type="email" autoComplete="off" />
    </SmallForm>
  );
}
