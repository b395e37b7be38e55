import { MESSAGES, PORTAL_ROUTES, type SignedInUser } from '@kidlab/contract';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { PortalPage } from '../layout/portal-page.js';
import { authProvider } from '../providers/auth-provider.js';
import {
  isAfterLogOut,
  isAfterSession,
  noteLoggedOut,
  noteLoginPage,
  rememberUser,
} from '../providers/session.js';
import { CodeStep, CodesLeft } from './code-step.js';
import { PasswordStep } from './password-step.js';
import { LOGIN_TEXTS } from '../texts/portal.js';

/** What leads here may say where to go after signing in, and why one has to. */
interface LoginState {
  readonly nextPathname?: string;
  readonly nextSearch?: string;
  readonly notice?: string;
  /** Opening this page logs out. */
  readonly logOut?: true;
}

/** `left`: signed in by a recovery code, one of the last so many. */
type Step =
  | { readonly kind: 'password'; readonly notice: string | null; readonly isFailure?: true }
  | { readonly kind: 'code' }
  | { readonly kind: 'left'; readonly count: number };

function nextAddress({ nextPathname, nextSearch }: LoginState): string {
  return nextPathname === undefined || nextPathname === PORTAL_ROUTES.login || nextPathname === '/'
    ? PORTAL_ROUTES.search
    : `${nextPathname}${nextSearch ?? ''}`;
}

/** Signing in: the password, and for who has a second factor its code. */
export function LoginPage(): ReactNode {
  const navigate = useNavigate();
  const state = (useLocation().state ?? {}) as LoginState;
  const [step, setStep] = useState<Step>(() => ({
    kind: 'password',
    notice: state.notice ?? (isAfterSession() ? MESSAGES.sessionExpired : null),
  }));

  /** Signing in makes it forgotten. */
  const [isAnew] = useState(() => state.logOut === true || isAfterLogOut());

  const arrive = useEffectEvent(() => {
    if (state.logOut === true) {
      // Who logs out on purpose is not brought back by the next sign-in, nor to a page that Back tries to open.
      noteLoggedOut();
      void authProvider.logout({});
      // Once: coming back to this entry of the history ends no later session.
      void navigate(PORTAL_ROUTES.login, { replace: true });
    }
    noteLoginPage();
  });
  useEffect(() => {
    arrive();
  }, []);

  const goOn = async (): Promise<void> => {
    await navigate(isAnew ? PORTAL_ROUTES.search : nextAddress(state), { replace: true });
  };
  const enter = async (user: SignedInUser): Promise<void> => {
    rememberUser(user);
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
          rememberUser(user);
          setStep({ kind: 'left', count: recoveryCodesLeft });
        }}
        onBack={(failure) => {
          setStep({
            kind: 'password',
            notice: failure,
            ...(failure === null ? {} : { isFailure: true }),
          });
        }}
      />
    );
  }
  if (step.kind === 'left') return <CodesLeft count={step.count} onGoOn={goOn} />;
  return (
    <PortalPage title={LOGIN_TEXTS.heading}>
      <PasswordStep
        notice={step.notice}
        isFailure={step.isFailure ?? false}
        onSignedIn={enter}
        onCodeAsked={() => {
          setStep({ kind: 'code' });
        }}
      />
    </PortalPage>
  );
}
