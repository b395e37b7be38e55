const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long before the end the person is asked. */
const WARN_BEFORE = 2 * MINUTE;
/** At most so often a call tells the server that the person is active. */
const KEEP_ALIVE_EVERY = MINUTE;

/**
 * What the tabs of one browser tell each other, by local storage: when the person was active last, in milliseconds of
 * the wall clock, and that the person has logged out.
 */
const ACTIVE = 'kidlab.lastActivity';
const ENDED = 'kidlab.ended';

/** What counts as activity. Source: admin portal, section 9. */
const EVENTS = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart'] as const;

/** Says in all other tabs that the session is over, and why. */
export function tellEnded(why: 'logout' | 'inactivity' = 'logout'): void {
  localStorage.setItem(ENDED, why);
  localStorage.removeItem(ENDED);
}

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

interface SessionEvents {
  /** Told each second: how long it is to the end, in milliseconds; `null` while that is far away. */
  readonly onWarning: (remaining: number | null) => void;
  readonly onOver: () => void;
  /** The person has logged out in another tab. */
  readonly onEndedElsewhere: () => void;
  /** The server is to hear that the person is active: its own time-out never comes before the portal's. */
  readonly onKeepAlive: () => void;
}

/**
 * Watches over the session in this tab: at the clock, which goes on while a laptop sleeps, at the person and at the
 * other tabs. A very short time-out leaves time for a warning all the same.
 * @returns how to stop, and how to say that the person is still there.
 */
export function watchSession(
  timeoutMinutes: number,
  { onWarning, onOver, onEndedElsewhere, onKeepAlive }: SessionEvents,
): { readonly stop: () => void; readonly stay: () => void } {
  const limit = timeoutMinutes * MINUTE;
  const warnBefore = Math.min(WARN_BEFORE, limit / 2);
  const keepAliveEvery = Math.min(KEEP_ALIVE_EVERY, limit / 4);
  const isPerson = mouseMoves();
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
      // A tab in the background may look at the clock later. It is to say why it ended, too.
      tellEnded('inactivity');
      onOver();
      return;
    }
    onWarning(left <= warnBefore ? left : null);
    if (lastHere <= lastCall || Date.now() - lastCall < keepAliveEvery) return;
    lastCall = Date.now();
    onKeepAlive();
  };

  const stay = (): void => {
    const left = remaining();
    // A laptop that wakes up is moved: the session was over before that.
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
    if (isPerson(event)) stay();
  };
  const onStorage = (event: Event): void => {
    if (!(event instanceof StorageEvent) || event.key !== ENDED || event.newValue === null) return;
    stop();
    if (event.newValue === 'inactivity') onOver();
    else onEndedElsewhere();
  };
  const listeners: readonly [EventTarget, string, (event: Event) => void][] = [
    ...EVENTS.map((name): [EventTarget, string, typeof onActivity] => [window, name, onActivity]),
    [window, 'storage', onStorage],
    // Woken up, brought to the front, or shown again by the back button: look before anybody else does.
    [document, 'visibilitychange', look],
    [window, 'focus', look],
    [window, 'pageshow', look],
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
