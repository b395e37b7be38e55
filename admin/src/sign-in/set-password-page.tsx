import {
  type FieldError,
  PASSWORD,
  passwordLengthFault,
  PORTAL_ROUTES,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { Alert, Checkbox, FormControlLabel } from '@mui/material';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { SmallField, SmallForm } from '../inputs/small-form.js';
import { TryAgain } from '../layout/page.js';
import { isPasswordLinkOpen, setPassword } from '../providers/session.js';
import { SignInPage } from './sign-in-page.js';
import { PASSWORD_TEXTS } from '../texts/sign-in.js';

const HINT = `At least ${String(PASSWORD.minLength)} characters. A sentence that only you know is good; spaces count.`;

function check({ password = '', repeated = '' }: Readonly<Record<string, string>>): FieldError[] {
  const fault = passwordLengthFault(password.normalize('NFC'));
  if (fault !== null) return [{ field: 'password', message: fault }];
  return password === repeated ? [] : [{ field: 'repeated', message: PASSWORD_TEXTS.notTheSame }];
}

interface NewPasswordProps {
  readonly token: string;
  readonly onDone: () => void;
}

function NewPassword({ token, onDone }: NewPasswordProps): ReactNode {
  const [isShown, setShown] = useState(false);
  const field = { type: isShown ? 'text' : 'password', autoComplete: 'new-password' };
  return (
    <SmallForm
      check={check}
      send={async ({ password = '' }) => {
        await setPassword(token, password);
        onDone();
      }}
      submit={PASSWORD_TEXTS.setSubmit}
    >
      <SmallField {...field} label={PASSWORD_TEXTS.newPassword} name="password" hint={HINT} />
      <SmallField {...field} label={PASSWORD_TEXTS.repeatPassword} name="repeated" />
      <FormControlLabel
        label={PASSWORD_TEXTS.showPassword}
        control={<Checkbox checked={isShown} onChange={(_, isChecked) => setShown(isChecked)} />}
      />
    </SmallForm>
  );
}

/** Sets a password from an emailed link. Opening the page changes nothing. */
export function SetPasswordPage(): ReactNode {
  const token = useSearchParams()[0].get('token') ?? '';
  const [link, setLink] = useState<'checking' | 'open' | 'closed' | 'done'>('checking');
  const [error, setError] = useState<unknown>(null);
  const ask = useCallback(() => {
    isPasswordLinkOpen(token).then((isOpen) => setLink(isOpen ? 'open' : 'closed'), setError);
  }, [token]);
  useEffect(ask, [ask]);

  return (
    // A new key remounts the page, so that its heading takes the focus that the form would lose.
    <SignInPage key={link} title={PASSWORD_TEXTS.setHeading} focusHeading>
      <TryAgain
        error={error}
        onTryAgain={() => {
          setError(null);
          ask();
        }}
      />
      {link === 'checking' && error === null ? (
        <p role="status">{PASSWORD_TEXTS.checking}</p>
      ) : null}
      {link === 'open' ? <NewPassword token={token} onDone={() => setLink('done')} /> : null}
      {link === 'closed' ? (
        <Alert severity="error">{STAFF_MESSAGES.linkNoLongerValid}</Alert>
      ) : null}
      {link === 'done' ? (
        <Alert severity="info" role="status">
          {PASSWORD_TEXTS.setDone}
        </Alert>
      ) : null}
      {link === 'closed' ? (
        <p>
          <Link to={PORTAL_ROUTES.forgotPassword}>{PASSWORD_TEXTS.forgotHeading}</Link>
        </p>
      ) : null}
      <p>
        <Link to={PORTAL_ROUTES.login}>
          {link === 'done' ? PASSWORD_TEXTS.toLogin : PASSWORD_TEXTS.backToLogin}
        </Link>
      </p>
    </SignInPage>
  );
}
