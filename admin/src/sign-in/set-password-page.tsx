import {
  type FieldError,
  PASSWORD,
  passwordLengthFault,
  PORTAL_ROUTES,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { Alert, Checkbox, FormControlLabel } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { SmallField, SmallFormBox } from '../inputs/small-form.js';
import { useSmallForm } from '../inputs/use-small-form.js';
import { TryAgain } from '../layout/page.js';
import { isPasswordLinkOpen, setPassword } from '../providers/session-calls.js';
import { SignInPage } from './sign-in-page.js';

const HINT = `At least ${String(PASSWORD.minLength)} characters. A sentence that only you know is good; spaces count.`;

function check({ password = '', repeated = '' }: Readonly<Record<string, string>>): FieldError[] {
  const fault = passwordLengthFault(password.normalize('NFC'));
  if (fault !== null) return [{ field: 'password', message: fault }];
  return password === repeated
    ? []
    : [{ field: 'repeated', message: 'The two passwords are not the same.' }];
}

interface NewPasswordProps {
  readonly token: string;
  readonly onDone: () => void;
}

function NewPassword({ token, onDone }: NewPasswordProps): ReactNode {
  const [isShown, setShown] = useState(false);
  const form = useSmallForm(check, async ({ password = '' }) => {
    await setPassword({ token, password });
    onDone();
  });
  const field = { form, type: isShown ? 'text' : 'password', autoComplete: 'new-password' };
  return (
    <SmallFormBox form={form} submit="Set password">
      <SmallField {...field} label="New password" name="password" helperText={HINT} />
      <SmallField {...field} label="Repeat the new password" name="repeated" />
      <FormControlLabel
        label="Show password"
        control={<Checkbox checked={isShown} onChange={(_, isChecked) => setShown(isChecked)} />}
      />
    </SmallFormBox>
  );
}

/** Behind a mailed link: choosing a password. Opening it changes nothing. */
export function SetPasswordPage(): ReactNode {
  const token = useSearchParams()[0].get('token') ?? '';
  const [link, setLink] = useState<'checking' | 'open' | 'closed' | 'done'>('checking');
  /** Why the server could not be asked. */
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    isPasswordLinkOpen(token).then((isOpen) => setLink(isOpen ? 'open' : 'closed'), setError);
  }, [token, tries]);

  return (
    <SignInPage title="Set your password" focusHeading>
      <TryAgain
        error={error}
        onTryAgain={() => {
          setError(null);
          setTries(tries + 1);
        }}
      />
      {link === 'checking' && error === null ? <p role="status">Checking your link…</p> : null}
      {link === 'open' ? <NewPassword token={token} onDone={() => setLink('done')} /> : null}
      {link === 'closed' ? (
        <Alert severity="error">{STAFF_MESSAGES.linkNoLongerValid}</Alert>
      ) : null}
      {link === 'done' ? (
        <Alert severity="info" role="status">
          Your password is set. You can sign in with it now.
        </Alert>
      ) : null}
      <p>
        {link === 'closed' ? (
          <Link to={PORTAL_ROUTES.forgotPassword}>Forgot password?</Link>
        ) : (
          <Link to={PORTAL_ROUTES.login}>{link === 'done' ? 'Go to login' : 'Back to login'}</Link>
        )}
      </p>
    </SignInPage>
  );
}
