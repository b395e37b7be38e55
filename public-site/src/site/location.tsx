import { BASE_PATH } from '@kidlab/contract';
import {
  type AnchorHTMLAttributes,
  createContext,
  type ReactNode,
  use,
  useSyncExternalStore,
} from 'react';

/** Thirteen fixed paths below one base need no router: docs/decisions/027-site-location.md. */

/** Path of the prerendered page, for the build and for hydration; `null` without one. */
export const PrerenderedPath = createContext<string | null>(null);

/** Dispatched by `navigate`. Browsers only report Back and Forward. */
const MOVED = 'kidlab-reg:moved';

function subscribe(listener: () => void): () => void {
  const watch = new AbortController();
  for (const event of ['popstate', MOVED]) window.addEventListener(event, listener, watch);
  return () => watch.abort();
}

/** The current path below the base. */
export function currentPath(): string {
  const { pathname } = window.location;
  return pathname.startsWith(`${BASE_PATH}/`) ? pathname.slice(BASE_PATH.length) : pathname;
}

export function usePath(): string {
  const prerendered = use(PrerenderedPath);
  return useSyncExternalStore(subscribe, currentPath, () => prerendered ?? currentPath());
}

/** The query of the address; empty until hydration. */
export function useQuery(): URLSearchParams {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  );
  return new URLSearchParams(search);
}

/** Address of a page, for a link that loads it from the server. */
export function hrefOf(path: string): string {
  return `${BASE_PATH}${path}`;
}

/** Shows another page of this program. */
export function navigate(
  path: string,
  { replace = false, state = null }: { replace?: boolean; state?: string | null } = {},
): void {
  window.history[replace ? 'replaceState' : 'pushState'](state, '', hrefOf(path));
  window.dispatchEvent(new Event(MOVED));
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string;
  readonly busy?: boolean;
}

/** A link to another page of this program. */
export function Link({ to, busy = false, onClick, ...rest }: LinkProps): ReactNode {
  return (
    <a
      {...rest}
      href={hrefOf(to)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
        const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
        if (event.defaultPrevented || opensElsewhere || event.button !== 0) return;
        event.preventDefault();
        navigate(to);
      }}
    />
  );
}
