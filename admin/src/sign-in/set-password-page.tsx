import {
  type FieldError,
  PASSWORD,
  passwordLengthFault,
  PORTAL_ROUTES,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { PortalPage } from '../layout/portal-page.js';
import { useSmallForm } from '../inputs/use-small-form.js';
import { failureText } from '../providers/http.js';
import { isPasswordLinkOpen, setPassword } from '../providers/session-calls.js';
import { Notice, TextField } from './text-field.js';
import { PASSWORD_TEXTS } from '../texts/portal.js';

interface LinkState {
  /** `unknown`: the server could not be asked. */
  readonly kind: 'checking' | 'open' | 'closed' | 'unknown' | 'done';
  readonly failure?: string;
}

const NOTICES: Partial<Record<LinkState['kind'], string>> = {
  checking: PASSWORD_TEXTS.checking,
  done: PASSWORD_TEXTS.setDone,
};

const { linkNoLongerValid } = STAFF_MESSAGES;
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
  const form = useSmallForm(check, async ({ password = '' }) => {
    await setPassword({ token, password });
    onDone();
  });
  const type = isShown ? 'text' : 'password';
  return (
    <>
      <Notice message={form.message} failed />
      <form noValidate onSubmit={form.onSubmit}>
        <TextField
          label={PASSWORD_TEXTS.newPassword}
          name="password"
          type={type}
          autoComplete="new-password"
          required
          hint={HINT}
          fault={form.faultOf('password')}
        />
        <TextField
          label={PASSWORD_TEXTS.repeatPassword}
          name="repeated"
          type={type}
          autoComplete="new-password"
          required
          fault={form.faultOf('repeated')}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={isShown}
            onChange={(event) => setShown(event.target.checked)}
          />
          {PASSWORD_TEXTS.showPassword}
        </label>
        <p>
          <button className="button" type="submit" aria-disabled={form.busy}>
            {PASSWORD_TEXTS.setSubmit}
          </button>
        </p>
      </form>
    </>
  );
}

/** Behind a mailed link: choosing a password. Opening it changes nothing. */
export function SetPasswordPage(): ReactNode {
  const token = useSearchParams()[0].get('token') ?? '';
  const [link, setLink] = useState<LinkState>({ kind: 'checking' });
  const [tries, setTries] = useState(0);

  useEffect(() => {
    isPasswordLinkOpen(token).then(
      (isOpen) =>
        setLink(isOpen ? { kind: 'open' } : { kind: 'closed', failure: linkNoLongerValid }),
      (error: unknown) => setLink({ kind: 'unknown', failure: failureText(error) }),
    );
  }, [token, tries]);

  return (
    <PortalPage title={PASSWORD_TEXTS.setHeading} focusHeading>
      <Notice message={NOTICES[link.kind] ?? null} />
      <Notice message={link.failure ?? null} failed />
      {link.kind === 'open' ? (
        <NewPassword token={token} onDone={() => setLink({ kind: 'done' })} />
      ) : null}
      {link.kind === 'unknown' ? (
        <button
          className="button"
          type="button"
          onClick={() => {
            setLink({ kind: 'checking' });
            setTries(tries + 1);
          }}
        >
          {PASSWORD_TEXTS.tryAgain}
        </button>
      ) : null}
      <p>
        {link.kind === 'closed' ? (
          <Link to={PORTAL_ROUTES.forgotPassword}>{PASSWORD_TEXTS.forgotHeading}</Link>
        ) : (
          <Link to={PORTAL_ROUTES.login}>
            {link.kind === 'done' ? PASSWORD_TEXTS.toLogin : PASSWORD_TEXTS.backToLogin}
          </Link>
        )}
      </p>
    </PortalPage>
  );
}
