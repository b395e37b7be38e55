/** What one tab tells the others of this site in this browser. They ask the server for the rest. */
export interface TabNews {
  readonly kind: 'changed' | 'cancelled' | 'expired' | 'confirmed';
  /** The guid of the draft. For `confirmed`, the e-mail address: a mailed link does not know the guid. */
  readonly whose: string;
}

let shared: BroadcastChannel | null = null;

/** The tab's one channel: what is said on it is not heard on it. */
function channel(): BroadcastChannel {
  shared ??= new BroadcastChannel('kidlab-reg');
  return shared;
}

export function tellTabs(kind: TabNews['kind'], whose: string | null): void {
  if (whose !== null) channel().postMessage({ kind, whose });
}

/** Hears the other tabs. @returns how to stop. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>): void => listener(data);
  channel().addEventListener('message', hear);
  return () => channel().removeEventListener('message', hear);
}
