import { useEffect } from 'react';

export function reload(): void {
  window.location.reload();
}

/** Reloads the portal when the connection is back: browsers don't fetch a chunk again whose import failed. */
export function useReloadOnline(): void {
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
}
