/** What one tab tells the others of this site in this browser. They ask the server for the rest. */
export type TabNews =
  | { readonly kind: 'changed'; readonly guid: string }
  | {
      readonly kind: 'ended';
      readonly how: 'cancelled' | 'expired' | 'confirmed';
      /** The guid of the draft. For `confirmed`, the e-mail address: a mailed link does not know the guid. */
      readonly whose: string;
    };

let shared: BroadcastChannel | null = null;

/** The tab's one channel: what is said on it is not heard on it. `null` where the browser has none. */
function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  shared ??= new BroadcastChannel('kidlab-reg');
  return shared;
}

/** Tells the other tabs. */
export function tellTabs(news: TabNews): void {
  channel()?.postMessage(news);
}

/** Hears the other tabs. @returns how to stop. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>): void => listener(data);
  channel()?.addEventListener('message', hear);
  return () => channel()?.removeEventListener('message', hear);
}
