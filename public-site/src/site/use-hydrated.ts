import { useSyncExternalStore } from 'react';

import { type LiveConfig, useSite } from './site.js';

const never = (): (() => void) => () => undefined;

/**
 * False while prerendering and while the browser takes the prerendered page over, true after: what only the browser
 * knows may be shown from then on, and the two renderings agree until then.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The part of the configuration that only the browser knows, once the page is taken over. */
export function useLiveConfig(): LiveConfig | null {
  const { live } = useSite();
  return useHydrated() ? live : null;
}
