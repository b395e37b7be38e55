import {
  faultsOf,
  loginForm,
  MESSAGES,
  PORTAL_ROUTES,
  type SignedInUser,
  type SignInRequest,
} from '@kidlab/contract';
import { Alert } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';

import { SmallField, SmallForm } from '../inputs/small-form.js';
import {
  forgetUser,
  isAfterSession,
  login,
  logout,
  pageAfterLogin,
  rememberUser,
} from '../providers/session.js';
import { announceEnd } from '../providers/session-watch.js';
import { site } from '../site.js';
import { CodeStep, CodesLeft, type Notice } from './code-step.js';
import { AddressField, SignInPage } from './sign-in-page.js';
import { PORTAL_TITLE } from '../texts/portal.js';
import { LOGIN_TEXTS } from '../texts/sign-in.js';

interface LoginState {
  readonly notice?: string;
  /** The page logs out when it opens. */
  readonly logOut?: true;
}

/** `left`: shows how many recovery codes remain, then opens `to`. */
type Step =
  | { readonly kind: 'password'; readonly notice: Notice | null }
  | { readonly kind: 'code' }
  | { readonly kind: 'left'; readonly count: number; readonly to: string };

/**
 * Logs out in this tab and tells the others, even if the server fails.
 * @returns after the server's response.
 */
async function logOut(): Promise<void> {
  forgetUser();
  announceEnd();
  await logout().catch(() => undefined);
}

/** A password is not trimmed: spaces count. */
function check({ username = '', password = '' }: Readonly<Record<string, string>>) {
  return faultsOf(loginForm(site), { username, password: password === '' ? '' : 'x' });
}

/** The password, then the code for users with a second factor. */
export function LoginPage(): ReactNode {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const state = (useLocation().state ?? {}) as LoginState;
  const [step, setStep] = useState<Step>(() => {
    const text = state.notice ?? (isAfterSession(params) ? MESSAGES.sessionExpired : null);
    return { kind: 'password', notice: text === null ? null : { text, severity: 'info' } };
  });
  /** Signing in waits until the last session has ended. */
  const ending = useRef<Promise<void>>(undefined);

  const arrive = useEffectEvent(() => {
    // The next user must not see the last report.
    if (isAfterSession(params)) sessionStorage.clear();
    if (state.logOut !== true) return;
    ending.current = logOut();
    // Clears the state, so that Back does not log out again.
    void navigate(PORTAL_ROUTES.login, { replace: true });
  });
  useEffect(() => arrive(), []);

  const goOn = async (to: string): Promise<void> => {
    await navigate(to, { replace: true });
  };
  const enter = async (user: SignedInUser, codesLeft: number | null): Promise<void> => {
    const to = pageAfterLogin(params);
    rememberUser(user.email);
    announceEnd('login');
    if (codesLeft === null) await goOn(to);
    else setStep({ kind: 'left', count: codesLeft, to });
  };

  const signIn = async (request: SignInRequest): Promise<void> => {
    await ending.current;
    const answer = await login(request);
    if ('secondFactor' in answer) setStep({ kind: 'code' });
    else await enter(answer, null);
  };

  if (step.kind === 'code') {
    return (
      <CodeStep
        onSignedIn={({ recoveryCodesLeft, ...user }) => enter(user, recoveryCodesLeft)}
        onBack={(notice) => setStep({ kind: 'password', notice })}
      />
    );
  }
  if (step.kind === 'left') return <CodesLeft count={step.count} onGoOn={() => goOn(step.to)} />;
  return (
    <SignInPage title={LOGIN_TEXTS.heading} documentTitle={PORTAL_TITLE}>
      <SmallForm
        check={check}
        send={({ username = '', password = '' }) => signIn({ username: username.trim(), password })}
        notice={
          step.notice === null ? null : (
            <Alert
              severity={step.notice.severity}
              role={step.notice.severity === 'info' ? 'status' : 'alert'}
            >
              {step.notice.text}
            </Alert>
          )
        }
        submit={LOGIN_TEXTS.submit}
        sending={LOGIN_TEXTS.added.busy}
      >
        <AddressField name="username" autoFocus />
        <SmallField
          label={LOGIN_TEXTS.password}
          name="password"
          type="password"
          autoComplete="current-password"
        />
      </SmallForm>
      <p>
        <Link to={PORTAL_ROUTES.forgotPassword}>{LOGIN_TEXTS.added.forgotten}</Link>
      </p>
    </SignInPage>
  );
}
