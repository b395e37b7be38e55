const KINDS = ['changed', 'cancelled', 'confirmed'] as const;

/** What a tab tells the others. They ask the server for the rest. */
export interface TabMessage {
  readonly kind: (typeof KINDS)[number];
  /** The draft's guid; for `confirmed` the e-mail address, as a mailed link does not know the guid. */
  readonly whose: string;
}

let shared: BroadcastChannel | null = null;

/** One channel for the tab, because a channel does not get its own messages. `null` where the browser blocks it. */
function channel(): BroadcastChannel | null {
  try {
    shared ??= new BroadcastChannel('kidlab-reg');
  } catch {
    // Without a channel, each tab still learns of changes from the server.
  }
  return shared;
}

export function notifyTabs(kind: TabMessage['kind'], whose: string | null): void {
  if (whose !== null) channel()?.postMessage({ kind, whose });
}

/** Listens to the other tabs. @returns a function that stops it */
export function listenToTabs(listener: (message: TabMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Partial<TabMessage> | null>): void => {
    const { kind, whose } = data ?? {};
    if (kind && KINDS.includes(kind) && typeof whose === 'string') listener({ kind, whose });
  };
  channel()?.addEventListener('message', onMessage);
  return () => channel()?.removeEventListener('message', onMessage);
}
