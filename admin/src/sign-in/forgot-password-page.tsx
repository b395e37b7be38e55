import { faultsOf, loginForm, PORTAL_ROUTES } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';

import { PortalPage } from '../layout/portal-page.js';
import { useSmallForm } from '../inputs/use-small-form.js';
import { forgotPassword } from '../providers/session-calls.js';
import { site } from '../site.js';
import { Notice, TextField } from './text-field.js';
import { emailPlaceholder, LOGIN_TEXTS, PASSWORD_TEXTS } from '../texts/portal.js';

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
    <PortalPage title={PASSWORD_TEXTS.forgotHeading} focusHeading>
      <Notice message={done ? PASSWORD_TEXTS.forgotDone : null} />
      <Notice message={form.message} failed />
      {done ? null : (
        <form noValidate onSubmit={form.onSubmit}>
          <p>{PASSWORD_TEXTS.forgotIntro}</p>
          <TextField
            label={LOGIN_TEXTS.email}
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            placeholder={emailPlaceholder(site.staffEmailDomain)}
            fault={form.faultOf('email')}
          />
          <button className="button" type="submit" aria-disabled={form.busy}>
            {PASSWORD_TEXTS.forgotSubmit}
          </button>
        </form>
      )}
      <p>
        <Link to={PORTAL_ROUTES.login}>{PASSWORD_TEXTS.backToLogin}</Link>
      </p>
    </PortalPage>
  );
}
