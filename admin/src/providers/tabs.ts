/**
 * What the tabs of one browser tell each other about the session, by local storage: activity in one keeps all of them,
 * and all end together.
 */

/** Stamp of the last activity in any tab, in milliseconds of the wall clock. */
const ACTIVE = 'kidlab.lastActivity';
/** Somebody logged out. (Time-outs are seen by each tab itself.) */
const ENDED = 'kidlab.ended';

export interface TabNews {
  readonly onActive: () => void;
  readonly onEnded: () => void;
}

/** Says in all tabs that the person is active. */
export function tellActive(at: number): void {
  localStorage.setItem(ACTIVE, String(at));
}

/** Says in all other tabs that the person has logged out. */
export function tellEnded(): void {
  localStorage.setItem(ENDED, '');
  localStorage.removeItem(ENDED);
}

/** When something happened last in any tab; 0: not known. */
export function lastActivityAnywhere(): number {
  return Number(localStorage.getItem(ACTIVE) ?? 0);
}

/** Listens to the other tabs. @returns how to stop. */
export function listenToTabs({ onActive, onEnded }: TabNews): () => void {
  const listener = ({ key, newValue }: StorageEvent): void => {
    if (newValue === null) return;
    if (key === ACTIVE) onActive();
    if (key === ENDED) onEnded();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
