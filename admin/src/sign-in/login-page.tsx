import { MESSAGES, PORTAL_ROUTES, type SignedInUser } from '@kidlab/contract';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import { PortalPage } from '../layout/portal-page.js';
import { logout } from '../providers/session-calls.js';
import { forgetUser, isAfterSession, pageAfterLogin, rememberUser } from '../providers/session.js';
import { tellEnded } from '../providers/tabs.js';
import { CodeStep, CodesLeft } from './code-step.js';
import { PasswordStep } from './password-step.js';
import { LOGIN_TEXTS } from '../texts/portal.js';

interface LoginState {
  /** Why one has to sign in. */
  readonly notice?: string;
  /** Opening this page logs out. */
  readonly logOut?: true;
}

/** `left`: signed in by a recovery code, one of the last so many. */
type Step =
  | { readonly kind: 'password'; readonly notice: string | null; readonly isFailure?: true }
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
  const [step, setStep] = useState<Step>(() => ({
    kind: 'password',
    notice: state.notice ?? (isAfterSession(params) ? MESSAGES.sessionExpired : null),
  }));
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
        onBack={(failure) =>
          setStep({
            kind: 'password',
            notice: failure,
            ...(failure === null ? {} : { isFailure: true }),
          })
        }
      />
    );
  }
  if (step.kind === 'left') return <CodesLeft count={step.count} onGoOn={goOn} />;
  return (
    <PortalPage title={LOGIN_TEXTS.heading}>
      <PasswordStep
        notice={step.notice}
        isFailure={step.isFailure ?? false}
        ready={() => ending.current}
        onSignedIn={enter}
        onCodeAsked={() => setStep({ kind: 'code' })}
      />
    </PortalPage>
  );
}
