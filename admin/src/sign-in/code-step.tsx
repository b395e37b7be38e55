import { recoveryCodesLeft, type SecondFactorSignedIn, STAFF_MESSAGES } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { PortalPage } from '../layout/portal-page.js';
import { codeFaults, useSmallForm } from '../inputs/use-small-form.js';
import { isSessionOver } from '../providers/http.js';
import { giveCode } from '../providers/session-calls.js';
import { Notice, TextField } from './text-field.js';
import { LOGIN_TEXTS } from '../texts/portal.js';
import { SECOND_FACTOR_TEXTS } from '../texts/second-factor.js';

const TEXTS = SECOND_FACTOR_TEXTS;

interface CodeStepProps {
  readonly onSignedIn: (user: SecondFactorSignedIn) => Promise<void>;
  /** To the password again; with a sentence when the time for the code is over. */
  readonly onBack: (failure: string | null) => void;
}

/** The code of the app, or one on paper, after the password. */
export function CodeStep({ onSignedIn, onBack }: CodeStepProps): ReactNode {
  const [isOnPaper, setOnPaper] = useState(false);
  return (
    <PortalPage title={TEXTS.signInHeading}>
      {/* Another form each: what was typed into the one is no part of the other. */}
      <CodeForm
        key={String(isOnPaper)}
        isOnPaper={isOnPaper}
        onSignedIn={onSignedIn}
        onBack={onBack}
      />
      <p>
        <button className="link-button" type="button" onClick={() => setOnPaper(!isOnPaper)}>
          {isOnPaper ? TEXTS.useApp : TEXTS.useRecovery}
        </button>
      </p>
      <p>
        <button className="link-button" type="button" onClick={() => onBack(null)}>
          {TEXTS.back}
        </button>
      </p>
    </PortalPage>
  );
}

function CodeForm(props: CodeStepProps & { readonly isOnPaper: boolean }): ReactNode {
  const { isOnPaper, onSignedIn, onBack } = props;
  const form = useSmallForm(codeFaults, async ({ code = '' }) => {
    let user: SecondFactorSignedIn;
    try {
      user = await giveCode(code);
    } catch (error) {
      if (!isSessionOver(error)) throw error;
      onBack(STAFF_MESSAGES.signInOver);
      return;
    }
    await onSignedIn(user);
  });
  return (
    <>
      <Notice message={form.message} failed />
      <form noValidate onSubmit={form.onSubmit}>
        <TextField
          label={isOnPaper ? TEXTS.recoveryCode : TEXTS.code}
          name="code"
          type="text"
          autoComplete={isOnPaper ? 'off' : 'one-time-code'}
          {...(isOnPaper ? {} : { inputMode: 'numeric' as const })}
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          hint={isOnPaper ? TEXTS.recoveryIntro : TEXTS.signInIntro}
          fault={form.faultOf('code')}
        />
        <button className="button" type="submit" aria-disabled={form.busy}>
          {form.busy ? LOGIN_TEXTS.added.busy : TEXTS.submit}
        </button>
      </form>
    </>
  );
}

interface CodesLeftProps {
  readonly count: number;
  readonly onGoOn: () => Promise<void>;
}

/** After signing in with a recovery code: how many are left. */
export function CodesLeft({ count, onGoOn }: CodesLeftProps): ReactNode {
  return (
    <PortalPage title={SECOND_FACTOR_TEXTS.signInHeading} focusHeading>
      <p className="notice">{recoveryCodesLeft(count)}</p>
      <button className="button" type="button" onClick={() => void onGoOn()}>
        {SECOND_FACTOR_TEXTS.goOn}
      </button>
    </PortalPage>
  );
}
