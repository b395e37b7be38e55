import { faultsOf, loginForm, PORTAL_ROUTES } from '@kidlab/contract';
import { Alert } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';

import { SmallFormBox } from '../inputs/small-form.js';
import { useSmallForm } from '../inputs/use-small-form.js';
import { forgotPassword } from '../providers/session-calls.js';
import { site } from '../site.js';
import { AddressField, SignInPage } from './sign-in-page.js';

function check({ email = '' }: Readonly<Record<string, string>>) {
  return faultsOf({ email: loginForm(site).username }, { email });
}

/** Asking for a link to set a password. Never tells whether the address is known. */
export function ForgotPasswordPage(): ReactNode {
  const [done, setDone] = useState(false);
  const form = useSmallForm(check, async ({ email = '' }) => {
    await forgotPassword(email.trim());
    setDone(true);
  });
  return (
    <SignInPage title="Forgot password?" focusHeading>
      {done ? (
        <Alert severity="info" role="status">
          If this address may sign in here, an email with a link is on its way. Please check your
          inbox and your spam folder.
        </Alert>
      ) : (
        <SmallFormBox
          form={form}
          intro="Enter your email address. If you may sign in here, we will email you a link to set a new password."
          submit="Email me a link"
        >
          <AddressField form={form} name="email" />
        </SmallFormBox>
      )}
      <p>
        <Link to={PORTAL_ROUTES.login}>Back to login</Link>
      </p>
    </SignInPage>
  );
}
