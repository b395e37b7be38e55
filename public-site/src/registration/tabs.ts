import type { ListedChild, RegisteredUser } from './state.js';

/** What one tab tells the others of this site in this browser. */
export type TabNews =
  /** The family of this guid was erased, or its draft is over. */
  | { readonly kind: 'cancelled' | 'expired'; readonly guid: string }
  /** The agreement was accepted. */
  | { readonly kind: 'completed'; readonly guid: string }
  /** The server heard of the draft at that time. */
  | { readonly kind: 'extended'; readonly guid: string; readonly at: number }
  /** The server was sent step 1, or all children of the list, at that time. */
  | { readonly kind: 'saved'; readonly guid: string; readonly at: number; readonly saved: Saved }
  /** A tab that knows nothing newer than of that time asks for it. */
  | { readonly kind: 'ask'; readonly guid: string; readonly at: number }
  /** The registration of this e-mail address was confirmed. */
  | { readonly kind: 'confirmed'; readonly email: string };

/** What the server has of a draft, as the tab that sent it last knows it. */
export interface Saved {
  readonly registeredUser: RegisteredUser;
  /** `null`: they were not sent. */
  readonly children: readonly ListedChild[] | null;
}

const NAME = 'kidlab-reg';

let shared: BroadcastChannel | null = null;

/** The tab's one channel: what is said on it is not heard on it. `null` where the browser has none. */
function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  shared ??= new BroadcastChannel(NAME);
  return shared;
}

/** Tells the other tabs. */
export function tellTabs(news: TabNews): void {
  channel()?.postMessage(news);
}

/** Hears the other tabs. @returns how to stop. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>): void => {
    listener(data);
  };
  channel()?.addEventListener('message', hear);
  return () => channel()?.removeEventListener('message', hear);
}
