const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long before the end the warning appears. */
const WARN_BEFORE = 2 * MINUTE;
/** Minimum interval of keep-alive calls. */
const KEEP_ALIVE_EVERY = MINUTE;
/** How long the warning stays after activity. If a press removed it at once, the click would hit what is below. */
const WARNING_LINGER = 2 * SECOND;

/** Shared by all tabs, in local storage: the time of the last activity in milliseconds, and the end of the session. */
const ACTIVE = 'kidlab.lastActivity';
const ENDED = 'kidlab.ended';

/** Activity. Source: admin portal, section 9. */
const EVENTS = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart'] as const;

/** Tells the other tabs that the session has ended. A login ends it too, and begins another one. */
export function announceEnd(why: 'logout' | 'inactivity' | 'login' = 'logout'): void {
  localStorage.setItem(ENDED, why);
  localStorage.removeItem(ENDED);
}

/** Browsers also send `mousemove` when the page scrolls under the mouse, so this compares positions. */
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

interface SessionEvents {
  /** Called each second. @param remaining milliseconds to the end; `null` before the warning. */
  readonly onWarning: (remaining: number | null) => void;
  readonly onOver: () => void;
  /** The user has logged out in another tab. */
  readonly onEndedElsewhere: () => void;
  /** Calls the server, so that its own time-out does not come first. */
  readonly onKeepAlive: () => void;
}

/**
 * Ends the session after inactivity in all tabs. It compares times, because timers stop while a laptop sleeps. A short
 * time-out has a shorter warning.
 * @returns `stay` counts as activity.
 */
export function watchSession(
  timeoutMinutes: number,
  { onWarning, onOver, onEndedElsewhere, onKeepAlive }: SessionEvents,
): { readonly stop: () => void; readonly stay: () => void } {
  const limit = timeoutMinutes * MINUTE;
  const warnBefore = Math.min(WARN_BEFORE, limit / 2);
  const keepAliveEvery = Math.min(KEEP_ALIVE_EVERY, limit / 4);
  const isUserActivity = mouseMoves();
  let lastHere = Date.now();
  let lastAnywhere = lastHere;
  let lastCall = lastHere;

  const remaining = (): number => {
    lastAnywhere = Math.max(lastAnywhere, Number(localStorage.getItem(ACTIVE)) || 0);
    return lastAnywhere + limit - Date.now();
  };

  const look = (): void => {
    const left = remaining();
    if (left <= 0) {
      stop();
      // Tells background tabs, which check less often.
      announceEnd('inactivity');
      onOver();
      return;
    }
    if (Date.now() - lastHere >= WARNING_LINGER) onWarning(left <= warnBefore ? left : null);
    if (lastHere <= lastCall || Date.now() - lastCall < keepAliveEvery) return;
    lastCall = Date.now();
    onKeepAlive();
  };

  const stay = (): void => {
    const left = remaining();
    // After the end, activity no longer counts, for example on a laptop that wakes up.
    const isOver = left <= 0;
    const isKnown = Math.abs(limit - left) < SECOND;
    if (!isOver && !isKnown) {
      lastHere = Date.now();
      lastAnywhere = lastHere;
      localStorage.setItem(ACTIVE, String(lastHere));
    }
    if (left <= warnBefore) look();
  };

  const onActivity = (event: Event): void => {
    if (isUserActivity(event)) stay();
  };
  const onStorage = (event: Event): void => {
    if (!(event instanceof StorageEvent) || event.key !== ENDED || event.newValue === null) return;
    if (event.newValue === 'login') {
      // Perhaps as another user.
      onKeepAlive();
      return;
    }
    stop();
    if (event.newValue === 'inactivity') onOver();
    else onEndedElsewhere();
  };
  const onReturn = (event: Event): void => {
    look();
    // Restored by Back, this page missed all events. If the session has ended, the call goes to the login page.
    if (event instanceof PageTransitionEvent && event.persisted) onKeepAlive();
  };
  const listeners: readonly [EventTarget, string, (event: Event) => void][] = [
    ...EVENTS.map((name): [EventTarget, string, typeof onActivity] => [window, name, onActivity]),
    [window, 'storage', onStorage],
    // After sleep, a tab switch or the Back button: check immediately.
    [document, 'visibilitychange', look],
    [window, 'focus', look],
    [window, 'pageshow', onReturn],
  ];
  const options = { capture: true, passive: true };

  function stop(): void {
    window.clearInterval(timer);
    for (const [target, name, listener] of listeners) {
      target.removeEventListener(name, listener, options);
    }
  }

  for (const [target, name, listener] of listeners) {
    target.addEventListener(name, listener, options);
  }
  // Opening a page is activity.
  localStorage.setItem(ACTIVE, String(lastHere));
  const timer = window.setInterval(look, SECOND);
  look();
  return { stop, stay };
}
