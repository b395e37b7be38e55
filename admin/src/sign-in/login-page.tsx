import { faultsOf, loginForm, MESSAGES, PORTAL_ROUTES, type SignedInUser } from '@kidlab/contract';
import { Alert } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';

import { SmallField, SmallFormBox } from '../inputs/small-form.js';
import { useSmallForm } from '../inputs/use-small-form.js';
import { login, logout } from '../providers/session-calls.js';
import { forgetUser, isAfterSession, pageAfterLogin, rememberUser } from '../providers/session.js';
import { tellEnded } from '../session/session-watch.js';
import { site } from '../site.js';
import { CodeStep, CodesLeft } from './code-step.js';
import { AddressField, SignInPage } from './sign-in-page.js';
import { LOGIN_TEXTS } from '../texts/portal.js';

interface LoginState {
  readonly notice?: string;
  /** Opening this page logs out. */
  readonly logOut?: true;
}

/** Why one has to sign in. */
interface Notice {
  readonly text: string;
  readonly severity: 'info' | 'error';
}

/** `left`: signed in by a recovery code, one of the last so many. */
type Step =
  | { readonly kind: 'password'; readonly notice?: Notice | null }
  | { readonly kind: 'code' }
  | { readonly kind: 'left'; readonly count: number };

/**
 * Logs out, whatever the server says: this tab has forgotten the session, and the others are told.
 * @returns when the server has ended it, or has failed to.
 */
async function logOut(): Promise<void> {
  forgetUser();
  tellEnded();
  await logout().catch(() => undefined);
}

/** Signing in: the password, and for who has a second factor its code. */
export function LoginPage(): ReactNode {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const state = (useLocation().state ?? {}) as LoginState;
  const [step, setStep] = useState<Step>(() => {
    const text = state.notice ?? (isAfterSession(params) ? MESSAGES.sessionExpired : null);
    return { kind: 'password', notice: text === null ? null : { text, severity: 'info' } };
  });
  /** No sign-in before the last session has ended. */
  const ending = useRef<Promise<void>>(undefined);

  const arrive = useEffectEvent(() => {
    // The next person to sign in must not find the last report.
    if (isAfterSession(params)) sessionStorage.clear();
    if (state.logOut !== true) return;
    ending.current = logOut();
    // Once: coming back to this entry of the history ends no later session.
    void navigate(PORTAL_ROUTES.login, { replace: true });
  });
  useEffect(() => arrive(), []);

  const destination = useRef<string>(PORTAL_ROUTES.search);
  const goOn = async (): Promise<void> => {
    await navigate(destination.current, { replace: true });
  };
  const remember = ({ email }: SignedInUser): void => {
    destination.current = pageAfterLogin(params);
    rememberUser(email);
  };
  const enter = async (user: SignedInUser): Promise<void> => {
    remember(user);
    await goOn();
  };

  if (step.kind === 'code') {
    return (
      <CodeStep
        onSignedIn={async ({ recoveryCodesLeft, ...user }) => {
          if (recoveryCodesLeft === null) {
            await enter(user);
            return;
          }
          remember(user);
          setStep({ kind: 'left', count: recoveryCodesLeft });
        }}
        onBack={(text) =>
          setStep({ kind: 'password', notice: text === null ? null : { text, severity: 'error' } })
        }
      />
    );
  }
  if (step.kind === 'left') return <CodesLeft count={step.count} onGoOn={goOn} />;
  return (
    <SignInPage title={LOGIN_TEXTS.heading}>
      <PasswordForm
        notice={step.notice ?? null}
        ready={() => ending.current}
        onSignedIn={enter}
        onCodeAsked={() => setStep({ kind: 'code' })}
      />
      <p>
        <Link to={PORTAL_ROUTES.forgotPassword}>{LOGIN_TEXTS.added.forgotten}</Link>
      </p>
    </SignInPage>
  );
}

/** Passwords are compared as they were typed: a space is a character like any other. */
function check({ username = '', password = '' }: Readonly<Record<string, string>>) {
  return faultsOf(loginForm(site), { username, password: password === '' ? '' : 'x' });
}

interface PasswordFormProps {
  readonly notice: Notice | null;
  /** Waited for before signing in. */
  readonly ready: () => Promise<void> | undefined;
  readonly onSignedIn: (user: SignedInUser) => Promise<void>;
  readonly onCodeAsked: () => void;
}

/** Address and password. */
function PasswordForm({ notice, ready, onSignedIn, onCodeAsked }: PasswordFormProps): ReactNode {
  const form = useSmallForm(check, async ({ username = '', password = '' }) => {
    await ready();
    const answer = await login({ username: username.trim(), password });
    if ('secondFactor' in answer) onCodeAsked();
    else await onSignedIn(answer);
  });
  return (
    <SmallFormBox
      form={form}
      intro={
        notice === null || form.message !== null ? null : (
          <Alert severity={notice.severity} role={notice.severity === 'info' ? 'status' : 'alert'}>
            {notice.text}
          </Alert>
        )
      }
      submit={form.busy ? LOGIN_TEXTS.added.busy : LOGIN_TEXTS.submit}
    >
      <AddressField form={form} name="username" autoFocus />
      <SmallField
        form={form}
        label={LOGIN_TEXTS.password}
        name="password"
        type="password"
        autoComplete="current-password"
      />
    </SmallFormBox>
  );
}
