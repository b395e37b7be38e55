import { faultsOf, type FieldRule, LENGTH } from '@kidlab/contract';
import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  TextField,
  type TextFieldProps,
} from '@mui/material';
import type { ReactNode } from 'react';

import { type SmallForm, useSmallForm } from './use-small-form.js';
import { EDIT_TEXTS } from '../texts/portal.js';

interface SmallFieldProps extends Omit<TextFieldProps, 'form'> {
  readonly form: SmallForm;
  readonly name: string;
}

/** A field of a small form, with what is wrong with it in place of its hint. All of them are required. */
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

interface CodeFieldProps extends SmallFieldProps {
  /** The app's alone: phones offer a pad of digits. */
  readonly isNumeric?: boolean;
}

/** Where a code of the second factor is typed or pasted, with whatever spaces. */
export function CodeField({
  isNumeric = false,
  ...props
}: Omit<CodeFieldProps, 'name'>): ReactNode {
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
  /** Before the fields. */
  readonly intro?: ReactNode;
  readonly children: ReactNode;
  readonly submit: string;
  readonly color?: ButtonProps['color'];
  readonly onCancel?: () => void;
}

/** A small form with its fields one below the other. */
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

/** Why a small form was refused, unless its fields say it. */
function SmallFormAlert({ form }: { readonly form: SmallForm }): ReactNode {
  return form.message === null ? null : <Alert severity="error">{form.message}</Alert>;
}

interface EmailFormProps {
  readonly label: string;
  readonly submit: string;
  readonly rule: FieldRule;
  /** Each try begins with it, also one that is not sent. */
  readonly onTry?: () => void;
  /** @throws what is shown. */
  readonly send: (email: string, form: HTMLFormElement) => Promise<void>;
}

/** A form of one address and its button. */
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
