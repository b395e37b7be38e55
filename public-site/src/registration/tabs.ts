/** What one tab tells the others of this site in this browser. */
export type TabNews =
  /** The family of this guid was erased, or its draft is over. */
  | { readonly kind: 'cancelled' | 'expired'; readonly guid: string }
  /** The agreement was accepted. */
  | { readonly kind: 'completed'; readonly guid: string }
  /** The server heard of the draft at that time. */
  | { readonly kind: 'extended'; readonly guid: string; readonly at: number }
  /** The registration of this e-mail address was confirmed. */
  | { readonly kind: 'confirmed'; readonly email: string };

const NAME = 'kidlab-reg';

/** Tells the other tabs. */
export function tellTabs(news: TabNews): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Hears the other tabs. @returns how to stop. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => {
    listener(data);
  });
  return () => {
    channel.close();
  };
}
