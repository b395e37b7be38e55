const KINDS = ['changed', 'cancelled', 'expired', 'confirmed'] as const;

/** What one tab tells the others of this site in this browser. They ask the server for the rest. */
export interface TabNews {
  readonly kind: (typeof KINDS)[number];
  /** The guid of the draft. For `confirmed`, the e-mail address: a mailed link does not know the guid. */
  readonly whose: string;
}

let shared: BroadcastChannel | null = null;

/** The tab's one channel: what is said on it is not heard on it. `null` where the browser has none or refuses it. */
function channel(): BroadcastChannel | null {
  try {
    shared ??= new BroadcastChannel('kidlab-reg');
  } catch {
    // The server still tells each tab.
  }
  return shared;
}

function isNews(data: unknown): data is TabNews {
  const { kind, whose } = (data ?? {}) as Partial<TabNews>;
  return KINDS.some((known) => known === kind) && typeof whose === 'string';
}

export function tellTabs(kind: TabNews['kind'], whose: string | null): void {
  if (whose !== null) channel()?.postMessage({ kind, whose });
}

/** Hears the other tabs. @returns how to stop. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent): void => {
    if (isNews(data)) listener(data);
  };
  channel()?.addEventListener('message', hear);
  return () => channel()?.removeEventListener('message', hear);
}
