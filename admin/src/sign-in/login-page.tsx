import {
  emailPlaceholder,
  faultsOf,
  LOGIN_TEXTS,
  loginForm,
  MESSAGES,
  PORTAL_ROUTES,
} from '@kidlab/contract';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

import { PortalPage } from '../layout/portal-page.js';
import { isAfterSession, rememberUser } from '../providers/session.js';
import { login } from '../providers/session-calls.js';
import { site } from '../site.js';
import { Notice } from './notice.js';
import { TextField } from './text-field.js';
import { useForm } from './use-form.js';

/** What leads here may say where to go after signing in, and why one has to. */
interface LoginState {
  readonly nextPathname?: string;
  readonly nextSearch?: string;
  readonly notice?: string;
}

/** Passwords are compared as they were typed: a space is a character like any other. */
function check({ username = '', password = '' }: Readonly<Record<string, string>>) {
  return faultsOf(loginForm(site), { username, password: password === '' ? '' : 'x' });
}

function nextAddress({ nextPathname, nextSearch }: LoginState): string {
  return nextPathname === undefined || nextPathname === PORTAL_ROUTES.login || nextPathname === '/'
    ? PORTAL_ROUTES.search
    : `${nextPathname}${nextSearch ?? ''}`;
}

/** Signing in. */
export function LoginPage(): ReactNode {
  const navigate = useNavigate();
  const state = (useLocation().state ?? {}) as LoginState;
  const form = useForm(check, async ({ username = '', password = '' }) => {
    rememberUser(await login({ username: username.trim(), password }));
    await navigate(nextAddress(state), { replace: true });
  });

  const notice = state.notice ?? (isAfterSession() ? MESSAGES.sessionExpired : null);

  return (
    <PortalPage title={LOGIN_TEXTS.heading}>
      {form.message === null ? <Notice message={notice} /> : null}
      <Notice message={form.message} failed />
      <form noValidate onSubmit={form.onSubmit}>
        <TextField
          label={LOGIN_TEXTS.email}
          name="username"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          placeholder={emailPlaceholder(site.staffEmailDomain)}
          fault={form.faultOf('username')}
        />
        <TextField
          label={LOGIN_TEXTS.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          fault={form.faultOf('password')}
        />
        <button className="button" type="submit" aria-disabled={form.busy}>
          {form.busy ? LOGIN_TEXTS.added.busy : LOGIN_TEXTS.submit}
        </button>
      </form>
      <p>
        <Link to={PORTAL_ROUTES.forgotPassword}>{LOGIN_TEXTS.added.forgotten}</Link>
      </p>
    </PortalPage>
  );
}
