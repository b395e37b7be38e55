import { type SecondFactorSignedIn, STAFF_MESSAGES } from '@kidlab/contract';
import { Alert, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { codeFaults, CodeField, SmallForm } from '../inputs/small-form.js';
import { isSessionOver } from '../providers/http.js';
import { giveCode } from '../providers/session.js';
import { SignInPage } from './sign-in-page.js';
import {
  LOGIN_TEXTS,
  PASSWORD_TEXTS,
  recoveryCodesLeft,
  SECOND_FACTOR_TEXTS as TEXTS,
} from '../texts/sign-in.js';

export interface Notice {
  readonly text: string;
  readonly severity: 'info' | 'error';
}

interface CodeStepProps {
  readonly onSignedIn: (user: SecondFactorSignedIn) => Promise<void>;
  /** Returns to the password, with a notice if the time for the code is over. */
  readonly onBack: (notice: Notice | null) => void;
}

/** Asks for a code from the app, or for a recovery code. */
export function CodeStep(props: CodeStepProps): ReactNode {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  return (
    <SignInPage title={TEXTS.signInHeading}>
      {/* A new form each time, so that nothing typed carries over. */}
      <CodeForm key={String(usesRecoveryCode)} usesRecoveryCode={usesRecoveryCode} {...props} />
      <Button onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
        {usesRecoveryCode ? TEXTS.useApp : TEXTS.useRecovery}
      </Button>
      <Button onClick={() => props.onBack(null)}>{PASSWORD_TEXTS.backToLogin}</Button>
    </SignInPage>
  );
}

interface CodeFormProps extends CodeStepProps {
  readonly usesRecoveryCode: boolean;
}

function CodeForm({ usesRecoveryCode, onSignedIn, onBack }: CodeFormProps): ReactNode {
  const send = async (code: string): Promise<void> => {
    let user: SecondFactorSignedIn;
    try {
      user = await giveCode(code);
    } catch (error) {
      if (!isSessionOver(error)) throw error;
      onBack({ text: STAFF_MESSAGES.signInOver, severity: 'error' });
      return;
    }
    await onSignedIn(user);
  };
  return (
    <SmallForm
      check={codeFaults}
      send={({ code = '' }) => send(code)}
      submit={TEXTS.submit}
      sending={LOGIN_TEXTS.added.busy}
    >
      <CodeField
        label={usesRecoveryCode ? TEXTS.recoveryCode : TEXTS.code}
        hint={usesRecoveryCode ? TEXTS.recoveryIntro : TEXTS.signInIntro}
        autoComplete={usesRecoveryCode ? 'off' : 'one-time-code'}
        isNumeric={!usesRecoveryCode}
        autoFocus
      />
    </SmallForm>
  );
}

interface CodesLeftProps {
  readonly count: number;
  readonly onGoOn: () => Promise<void>;
}

/** Says how many recovery codes are left. */
export function CodesLeft({ count, onGoOn }: CodesLeftProps): ReactNode {
  return (
    <SignInPage title={TEXTS.signInHeading} focusHeading>
      <Alert severity="info" sx={{ mb: 2 }}>
        {recoveryCodesLeft(count)}
      </Alert>
      <Button variant="contained" onClick={() => void onGoOn()}>
        {TEXTS.goOn}
      </Button>
    </SignInPage>
  );
}
