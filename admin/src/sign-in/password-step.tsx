import { faultsOf, loginForm, PORTAL_ROUTES, type SignedInUser } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useSmallForm } from '../inputs/use-small-form.js';
import { login } from '../providers/session-calls.js';
import { site } from '../site.js';
import { Notice, TextField } from './text-field.js';
import { emailPlaceholder, LOGIN_TEXTS } from '../texts/portal.js';

interface PasswordStepProps {
  /** Why one has to sign in. */
  readonly notice: string | null;
  readonly isFailure: boolean;
  /** Waited for before signing in. */
  readonly ready: () => Promise<void> | undefined;
  readonly onSignedIn: (user: SignedInUser) => Promise<void>;
  readonly onCodeAsked: () => void;
}

/** Passwords are compared as they were typed: a space is a character like any other. */
function check({ username = '', password = '' }: Readonly<Record<string, string>>) {
  return faultsOf(loginForm(site), { username, password: password === '' ? '' : 'x' });
}

/** Address and password. */
export function PasswordStep(props: PasswordStepProps): ReactNode {
  const { notice, isFailure, ready, onSignedIn, onCodeAsked } = props;
  const form = useSmallForm(check, async ({ username = '', password = '' }) => {
    await ready();
    const answer = await login({ username: username.trim(), password });
    if ('secondFactor' in answer) onCodeAsked();
    else await onSignedIn(answer);
  });
  const shown = form.message === null ? notice : null;

  return (
    <>
      <Notice message={isFailure ? null : shown} />
      <Notice message={form.message ?? (isFailure ? shown : null)} failed />
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
    </>
  );
}
