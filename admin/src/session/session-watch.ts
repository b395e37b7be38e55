import { lastActivityAnywhere, listenToTabs, tellActive } from '../providers/tabs.js';
import {
  idleLimits,
  idleState,
  type IdleState,
  isKeepAliveDue,
  lookAgainIn,
} from './idle-rules.js';

/** What counts as activity. Source: admin portal, section 9. */
const EVENTS = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart'] as const;

/** Browsers repeat a mouse's position when the page moves below it: only a mouse that has moved is a person. */
function mouseMoves(): (event: Event) => boolean {
  let last = '';
  return (event) => {
    if (!(event instanceof MouseEvent) || event.type !== 'mousemove') return true;
    const place = `${String(event.screenX)},${String(event.screenY)}`;
    const hasMoved = place !== last;
    last = place;
    return hasMoved;
  };
}

/** Calls `onActivity` whenever the person does something in this tab. @returns how to stop. */
function watchActivity(onActivity: () => void): () => void {
  const isPerson = mouseMoves();
  const listener = (event: Event): void => {
    if (isPerson(event)) onActivity();
  };
  const options = { capture: true, passive: true };
  for (const name of EVENTS) window.addEventListener(name, listener, options);
  return () => {
    for (const name of EVENTS) window.removeEventListener(name, listener, options);
  };
}

/** Activity is told to the other tabs at most so often, in milliseconds. */
const TELL_EVERY = 1_000;

interface SessionEvents {
  /** The session stands elsewhere: told whenever it does, and each second of the warning. */
  readonly onState: (state: IdleState) => void;
  /** The person has logged out in another tab. */
  readonly onEndedElsewhere: () => void;
  /** The server is to hear that the person is active. */
  readonly onKeepAlive: () => void;
}

/**
 * Watches over the session in this tab: looks at the clock, at the person and at the other tabs. Keeps the server's
 * session alive only while the person is active.
 * @returns how to stop, and how to say that the person is still there.
 */
export function watchSession(
  timeoutMinutes: number,
  { onState, onEndedElsewhere, onKeepAlive }: SessionEvents,
): { readonly stop: () => void; readonly stay: () => void } {
  const limits = idleLimits(timeoutMinutes);
  let ownActivity = Date.now();
  let lastActivity = ownActivity;
  let lastTold = 0;
  let shown: IdleState['kind'] = 'active';
  let lastCall = ownActivity;
  let timer: number | undefined;

  const keepAlive = (): void => {
    const now = Date.now();
    if (!isKeepAliveDue({ lastActivity: ownActivity, lastCall }, now, limits)) return;
    lastCall = now;
    onKeepAlive();
  };

  const look = (): void => {
    window.clearTimeout(timer);
    const now = Date.now();
    lastActivity = Math.max(lastActivity, lastActivityAnywhere());
    const state = idleState(lastActivity, now, limits);
    if (state.kind !== 'active' || shown !== 'active') onState(state);
    shown = state.kind;
    if (state.kind === 'over') {
      stop();
      return;
    }
    keepAlive();
    timer = window.setTimeout(look, lookAgainIn(lastActivity, now, limits));
  };

  const stay = (): void => {
    const now = Date.now();
    // A laptop that wakes up is moved: the session was over before that.
    if (idleState(Math.max(lastActivity, lastActivityAnywhere()), now, limits).kind === 'over') {
      look();
      return;
    }
    ownActivity = now;
    lastActivity = now;
    if (now - lastTold >= TELL_EVERY) {
      lastTold = now;
      tellActive(now);
      keepAlive();
    }
    if (shown === 'warning') look();
  };

  const stopActivity = watchActivity(stay);
  const stopTabs = listenToTabs({
    onActive: () => {
      if (shown === 'warning') look();
    },
    onEnded: () => {
      stop();
      onEndedElsewhere();
    },
  });
  // Woken up, brought to the front, or shown again by the back button: look before anybody else does.
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', look);

  function stop(): void {
    window.clearTimeout(timer);
    stopActivity();
    stopTabs();
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
    window.removeEventListener('pageshow', look);
  }

  // Opening a page is activity.
  tellActive(ownActivity);
  look();
  return { stop, stay };
}
