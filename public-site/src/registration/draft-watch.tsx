import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

import { PAGES } from '../pages.js';
import { useLiveConfig } from '../site/use-hydrated.js';
import { Dialog } from '../ui/dialog.js';
import { askWhetherOver, expire, stay, type Verdict } from './draft.js';
import { type DraftPhase, draftPhase, idleTime, type Moment } from './draft-clock.js';
import { useRegistration } from './store.js';
import { useDraftSubmission } from './use-draft-submission.js';
import { usePageReturn } from './use-page-return.js';
import { useTabNews } from './use-tab-news.js';

/** Pause before the server is asked again that could not be asked, in milliseconds. */
const ASK_AGAIN = 15_000;
/** Longest time without a look at the clock, in milliseconds: browsers take no longer timers than 24 days. */
const LONGEST_WAIT = 60 * 60_000;
/** The page is looked at again, or the network is back: timers of a laptop that slept are late. */
const WAKE_UPS = ['visibilitychange', 'online', 'pageshow'] as const;

function moment(): Moment {
  return { wall: Date.now(), steady: performance.now() };
}

/**
 * Where the draft stands in its life, followed by the clock; `null` when there is none. At its end the server is asked;
 * `over` is said only while it can't be.
 */
function useDraftPhase(askServer: () => Promise<Verdict>): DraftPhase | null {
  const { guid, awaitingConfirmation, lastCallAt } = useRegistration();
  const lifeHours = useLiveConfig()?.registrationTokenHours ?? null;
  const [known, setKnown] = useState<{ lastCallAt: number; phase: DraftPhase } | null>(null);
  const watched = guid !== null && !awaitingConfirmation && lastCallAt !== null;

  useEffect(() => {
    if (!watched || lifeHours === null) return;
    const seen = moment();
    let timer: ReturnType<typeof setTimeout>;
    let asking = false;
    let left = false;

    const tell = (phase: DraftPhase): void => {
      setKnown({ lastCallAt, phase });
    };
    const ask = async (): Promise<void> => {
      if (asking) return;
      asking = true;
      const verdict = await askServer();
      asking = false;
      // Any other verdict has changed what is kept of the draft, and ended this watch with it.
      if (left || verdict !== 'unknown') return;
      tell({ name: 'over' });
      timer = setTimeout(look, ASK_AGAIN);
    };
    const look = (): void => {
      clearTimeout(timer);
      const next = draftPhase(idleTime(lastCallAt, seen, moment()), lifeHours);
      if (next.name === 'over') {
        void ask();
      } else {
        tell(next);
        timer = setTimeout(look, Math.min(next.changesIn, LONGEST_WAIT));
      }
    };

    timer = setTimeout(look);
    for (const name of WAKE_UPS) window.addEventListener(name, look);
    return () => {
      left = true;
      clearTimeout(timer);
      for (const name of WAKE_UPS) window.removeEventListener(name, look);
    };
  }, [watched, lastCallAt, lifeHours, askServer]);

  // What is known of an earlier call says nothing of the life that the last one began.
  return watched && known?.lastCallAt === lastCallAt ? known.phase : null;
}

/** How long the session goes on. */
function rest(phase: DraftPhase): string {
  if (phase.name !== 'ending') return 'Your session is over unless we can reach the server soon.';
  const { minutesLeft } = phase;
  return `Your session ends in ${minutesLeft === 1 ? '1 minute' : `${String(minutesLeft)} minutes`}.`;
}

function EndingDialog({ phase }: { readonly phase: DraftPhase }): ReactNode {
  const { busy, fault, submit } = useDraftSubmission();
  const keep = (): void => {
    submit(async () => {
      await stay();
      return null;
    });
  };
  return (
    <Dialog title="Do you need more time?" onDismiss={keep}>
      <p aria-live="polite">{`${rest(phase)} Everything you entered will then be removed.`}</p>
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

/** Watches over the draft on every page: its end, what other tabs did to it, and who comes back to it. */
export function DraftWatch(): ReactNode {
  const navigate = useNavigate();
  const [askServer] = useState(() => async (): Promise<Verdict> => {
    const verdict = await askWhetherOver();
    if (verdict === 'over') {
      expire();
      void navigate(PAGES.sessionExpired.path);
    }
    return verdict;
  });
  const phase = useDraftPhase(askServer);
  useTabNews(askServer);
  usePageReturn();
  return phase === null || phase.name === 'fresh' ? null : <EndingDialog phase={phase} />;
}
