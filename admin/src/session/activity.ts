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
export function watchActivity(onActivity: () => void): () => void {
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
