import { type SecondFactorProof, STAFF_MESSAGES } from '@kidlab/contract';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { CodeField, codeFaults, StepHeading } from './code-field.js';
import type { Wish } from './status-section.js';
import { useSmallForm } from '../inputs/use-small-form.js';
import { SECOND_FACTOR_TEXTS } from '../texts/second-factor.js';

const TEXTS = SECOND_FACTOR_TEXTS;

interface ProofFormProps {
  readonly wish: Wish;
  /** A second factor is on already: its code is asked for, too. */
  readonly asksCode: boolean;
  readonly onProven: (proof: SecondFactorProof) => Promise<void>;
  readonly onCancel: () => void;
}

/** The password, and the code, once more. */
export function ProofForm({ wish, asksCode, onProven, onCancel }: ProofFormProps): ReactNode {
  const heading = { setup: TEXTS.switchOn, codes: TEXTS.newCodes, off: TEXTS.switchOff }[wish];
  const form = useSmallForm(
    ({ password = '', code = '' }) => [
      ...(password === '' ? [{ field: 'password', message: STAFF_MESSAGES.passwordNeeded }] : []),
      ...(asksCode ? codeFaults(code) : []),
    ],
    ({ password = '', code = '' }) => onProven({ password, ...(asksCode ? { code } : {}) }),
  );
  const fault = form.faultOf('password');
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.onSubmit}
      sx={{ display: 'grid', gap: 2, maxWidth: '30rem' }}
    >
      <StepHeading>{wish === 'setup' && asksCode ? TEXTS.changeApp : heading}</StepHeading>
      <Typography>{TEXTS.proveIntro}</Typography>
      {form.message === null ? null : <Alert severity="error">{form.message}</Alert>}
      <TextField
        label={TEXTS.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        error={fault !== undefined}
        helperText={fault}
      />
      {asksCode ? <CodeField label={TEXTS.currentCode} form={form} /> : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          type="submit"
          variant="contained"
          color={wish === 'off' ? 'error' : 'primary'}
          aria-disabled={form.busy}
        >
          {wish === 'setup' ? TEXTS.goOnToKey : heading}
        </Button>
        <Button onClick={onCancel}>{TEXTS.cancel}</Button>
      </Box>
    </Box>
  );
}
