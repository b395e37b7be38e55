/**
 * What the tabs of one browser tell each other about the session: activity in one keeps all of them, and all end
 * together.
 */

/** Stamp of the last activity in any tab, in milliseconds of the wall clock. */
const STAMP = 'kidlab.lastActivity';
const CHANNEL = 'kidlab-portal';

/** `ended`: somebody logged out. (Time-outs are seen by each tab itself.) */
type News = { readonly kind: 'active'; readonly at: number } | { readonly kind: 'ended' };

/** Tells this tab's own news from the others'. */
const TAB = Math.random();

interface Sent {
  readonly from: number;
  readonly news: News;
}

export interface TabNews {
  readonly onActive: (at: number) => void;
  readonly onEnded: () => void;
}

/** Says in all tabs that the person is active. */
export function tellActive(at: number): void {
  localStorage.setItem(STAMP, String(at));
  tell({ kind: 'active', at });
}

/** Says in all other tabs that the person has logged out. */
export function tellEnded(): void {
  tell({ kind: 'ended' });
}

/** When something happened last in any tab; 0: not known. */
export function lastActivityAnywhere(): number {
  return Number(localStorage.getItem(STAMP) ?? 0);
}

/** Listens to the other tabs. @returns how to stop. */
export function listenToTabs({ onActive, onEnded }: TabNews): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data: { from, news } }: MessageEvent<Sent>) => {
    if (from === TAB) return;
    if (news.kind === 'active') onActive(news.at);
    else onEnded();
  };
  return () => channel.close();
}

function tell(news: News): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ from: TAB, news } satisfies Sent);
  channel.close();
}
