import { faultsOf, loginForm, PORTAL_ROUTES } from '@kidlab/contract';
import { Alert } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';

import { SmallForm } from '../inputs/small-form.js';
import { forgotPassword } from '../providers/session.js';
import { site } from '../site.js';
import { AddressField, SignInPage } from './sign-in-page.js';
import { PASSWORD_TEXTS } from '../texts/sign-in.js';

function check({ email = '' }: Readonly<Record<string, string>>) {
  return faultsOf({ email: loginForm(site).username }, { email });
}

/** Requests a link to set a password. Never reveals whether the address is known. */
export function ForgotPasswordPage(): ReactNode {
  const [done, setDone] = useState(false);
  return (
    // A new key remounts the page, so that its heading takes the focus that the form would lose.
    <SignInPage key={String(done)} title={PASSWORD_TEXTS.forgotHeading} focusHeading>
      {done ? (
        <Alert severity="info" role="status">
          {PASSWORD_TEXTS.forgotDone}
        </Alert>
      ) : (
        <SmallForm
          check={check}
          send={async ({ email = '' }) => {
            await forgotPassword(email.trim());
            setDone(true);
          }}
          intro={PASSWORD_TEXTS.forgotIntro}
          submit={PASSWORD_TEXTS.forgotSubmit}
        >
          <AddressField name="email" />
        </SmallForm>
      )}
      <p>
        <Link to={PORTAL_ROUTES.login}>{PASSWORD_TEXTS.backToLogin}</Link>
      </p>
    </SignInPage>
  );
}
