import { type ReactNode, useEffect, useState } from 'react';

import { PAGES } from '../pages.js';
import { currentPath, hrefOf, navigate, usePath } from '../site/location.js';
import { useLiveConfig } from '../site/site.js';
import { ActionButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { checkDraft, forgetConfirmed, keepAlive, readDraft, useDraftSubmission } from './draft.js';
import { type DraftPhase, draftPhase, moment, timeBetween } from './draft-clock.js';
import { isUnread, stepNumber } from './steps.js';
import { clearRegistration, isOutdated, registration, useRegistration } from './store.js';
import { listenToTabs, type TabMessage } from './tabs.js';

/** Retry interval while the server is unreachable, in milliseconds. */
const ASK_AGAIN = 15_000;

/** The current phase of the draft; `null` without one. */
function useDraftPhase(): DraftPhase | null {
  const { guid, awaitingConfirmation, lastCall } = useRegistration();
  const lifeHours = useLiveConfig()?.registrationTokenHours ?? null;
  const [now, setNow] = useState(moment);
  const isWatched = guid !== null && !awaitingConfirmation && lastCall !== null;

  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(() => setNow(moment()), 1_000);
    return () => clearInterval(timer);
  }, [isWatched]);

  return isWatched && lifeHours !== null ? draftPhase(timeBetween(lastCall, now), lifeHours) : null;
}

/** At the draft's end, asks the server until it responds. @returns whether it has not responded yet */
function useEnd(isOver: boolean): boolean {
  const [isUnknown, setUnknown] = useState(false);

  useEffect(() => {
    if (!isOver) return;
    const look = async (): Promise<void> => setUnknown((await checkDraft(keepAlive)) === null);
    void look();
    const timer = setInterval(() => void look(), ASK_AGAIN);
    return () => {
      clearInterval(timer);
      setUnknown(false);
    };
  }, [isOver]);

  return isOver && isUnknown;
}

function timeLeft(phase: DraftPhase): string {
  if (phase.name !== 'ending') return 'Your session is over unless we can reach the server soon.';
  const { minutesLeft } = phase;
  return `Your session ends in ${minutesLeft === 1 ? '1 minute' : `${String(minutesLeft)} minutes`}.`;
}

function EndingDialog({ phase }: { readonly phase: DraftPhase }): ReactNode {
  const submission = useDraftSubmission();
  return (
    <Dialog title="Do you need more time?" onDismiss={() => submission.submit(keepAlive)}>
      <p aria-live="polite">{`${timeLeft(phase)} Everything you entered will then be removed.`}</p>
      <div className="actions">
        {submission.fault && (
          <p className="field-error" role="alert">
            {submission.fault.lines.join(' ')}
          </p>
        )}
        <ActionButton submission={submission} action={keepAlive}>
          Stay on this page
        </ActionButton>
      </div>
    </Dialog>
  );
}

/** Whether the page is part of the registration. Visitors to other pages are not redirected. */
function isInside(): boolean {
  const path = currentPath();
  return stepNumber(path) > 0 || path === PAGES.verify.path;
}

function redirect(page: string): void {
  if (isInside()) navigate(page, { replace: true });
}

async function refresh(): Promise<void> {
  await checkDraft(readDraft);
  if (registration().awaitingConfirmation) redirect(PAGES.verify.path);
}

function handleTabMessage({ kind, whose }: TabMessage): void {
  const { guid, awaitingConfirmation } = registration();
  if (kind === 'confirmed') {
    // That page belongs to the other program.
    if (forgetConfirmed(whose) && isInside()) window.location.replace(hrefOf(PAGES.confirmed.path));
  } else if (whose !== guid) {
    return;
  } else if (kind === 'cancelled') {
    clearRegistration();
    redirect(PAGES.cancelled.path);
  } else if (!awaitingConfirmation) {
    void refresh();
  }
}

/**
 * Browsers may restore a whole page on Back, which on a shared tablet may show another family's data. So the page
 * hides itself when it is left, and reloads on return if session storage has changed. It also reloads if it was being
 * sent: Safari can lose React's messages while it stores a page, and then nothing renders again.
 */
function watchReturn(): () => void {
  const show = (isShown: boolean): void => {
    document.documentElement.hidden = !isShown;
    // Every page starts at its heading, also after Back: the address may show another page by now. A reload of the same
    // page keeps its position.
    window.history.scrollRestoration = isShown ? 'manual' : 'auto';
  };
  const leave = (): void => show(false);
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && (isOutdated() || document.querySelector('[aria-busy=true]'))) {
      window.location.reload();
    } else show(true);
  };
  show(true);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', comeBack);
  return () => {
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', comeBack);
  };
}

/** Watches the draft on every page: its end, changes by other tabs, and returns by Back. */
export function DraftWatch(): ReactNode {
  const path = usePath();
  const state = useRegistration();
  const mustRead = stepNumber(path) > 0 && isUnread(path, state) && state.readFault === null;
  const phase = useDraftPhase();
  const isUnknown = useEnd(phase?.name === 'over');
  useEffect(watchReturn, []);
  useEffect(() => listenToTabs(handleTabMessage), []);
  useEffect(() => {
    if (mustRead) void refresh();
  }, [mustRead]);
  return phase?.name === 'ending' || (phase !== null && isUnknown) ? (
    <EndingDialog phase={phase} />
  ) : null;
}
