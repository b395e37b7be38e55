import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

import { PAGES } from '../pages.js';
import { useLiveConfig } from '../site/use-hydrated.js';
import { Dialog } from '../ui/dialog.js';
import { expire, stay } from './draft.js';
import { type DraftPhase, draftPhase } from './draft-clock.js';
import { useRegistration } from './store.js';
import { useDraftSubmission } from './use-draft-submission.js';
import { useTabNews } from './use-tab-news.js';

/** Where the draft stands in its life, followed by the clock; `null` when there is none. */
function useDraftPhase(onOver: () => void): DraftPhase | null {
  const { guid, awaitingConfirmation, lastCallAt } = useRegistration();
  const lifeHours = useLiveConfig()?.registrationTokenHours ?? null;
  const [phase, setPhase] = useState<DraftPhase | null>(null);
  const watched = guid !== null && !awaitingConfirmation && lastCallAt !== null;

  useEffect(() => {
    if (!watched || lifeHours === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      clearTimeout(timer);
      const now = Date.now();
      const next = draftPhase(lastCallAt, lifeHours, now);
      setPhase(next);
      if (next.name === 'over') onOver();
      else timer = setTimeout(look, next.until - now);
    };
    timer = setTimeout(look);
    // Timers of a laptop that slept are late: look again whenever the page is looked at again.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [watched, lastCallAt, lifeHours, onOver]);

  return watched ? phase : null;
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${String(count)} minutes`;
}

function EndingDialog({ minutesLeft }: { readonly minutesLeft: number }): ReactNode {
  const { busy, fault, submit } = useDraftSubmission();
  const keep = (): void => {
    submit(async () => {
      await stay();
      return null;
    });
  };
  return (
    <Dialog title="Do you need more time?" onDismiss={keep}>
      <p aria-live="polite">
        {`Your session ends in ${minutes(minutesLeft)}. Everything you entered will then be removed.`}
      </p>
      {fault !== null && (
        <p className="field-error" role="alert">
          {fault.lines.join(' ')}
        </p>
      )}
      <div className="actions">
        <button type="button" className="button" onClick={keep} aria-disabled={busy}>
          Stay on this page
        </button>
      </div>
    </Dialog>
  );
}

/** Watches over the draft on every page: its end, and what other tabs did to it. */
export function DraftWatch(): ReactNode {
  const navigate = useNavigate();
  const [onOver] = useState(() => () => {
    expire();
    void navigate(PAGES.sessionExpired.path);
  });
  const phase = useDraftPhase(onOver);
  useTabNews();
  return phase?.name === 'ending' ? <EndingDialog minutesLeft={phase.minutesLeft} /> : null;
}
