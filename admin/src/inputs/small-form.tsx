import { faultsOf, type FieldRule, LENGTH } from '@kidlab/contract';
import { Alert, Box, Button, TextField, type TextFieldProps } from '@mui/material';
import type { ReactNode } from 'react';

import { type SmallForm, useSmallForm } from './use-small-form.js';

interface SmallFieldProps extends Omit<TextFieldProps, 'form'> {
  readonly form: SmallForm;
  readonly name: string;
}

/** A field of a small form, with what is wrong with it. */
export function SmallField({ form, name, ...look }: SmallFieldProps): ReactNode {
  const fault = form.faultOf(name);
  return (
    <TextField name={name} required error={fault !== undefined} helperText={fault} {...look} />
  );
}

/** Why a small form was refused, unless its fields say it. */
export function SmallFormAlert({ form }: { readonly form: SmallForm }): ReactNode {
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
