import { type SecondFactorProof, STAFF_MESSAGES } from '@kidlab/contract';
import { Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { StepHeading } from './codes-step.js';
import type { Wish } from './status-section.js';
import { CodeField, SmallField, SmallFormBox } from '../inputs/small-form.js';
import { codeFaults, useSmallForm } from '../inputs/use-small-form.js';
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
    (values) => [
      ...(values['password'] === ''
        ? [{ field: 'password', message: STAFF_MESSAGES.passwordNeeded }]
        : []),
      ...(asksCode ? codeFaults(values) : []),
    ],
    ({ password = '', code = '' }) => onProven({ password, ...(asksCode ? { code } : {}) }),
  );
  return (
    <SmallFormBox
      form={form}
      intro={
        <>
          <StepHeading>{wish === 'setup' && asksCode ? TEXTS.changeApp : heading}</StepHeading>
          <Typography>{TEXTS.proveIntro}</Typography>
        </>
      }
      submit={wish === 'setup' ? TEXTS.goOnToKey : heading}
      color={wish === 'off' ? 'error' : 'primary'}
      onCancel={onCancel}
    >
      <SmallField
        form={form}
        label={TEXTS.password}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      {asksCode ? <CodeField label={TEXTS.currentCode} form={form} /> : null}
    </SmallFormBox>
  );
}
