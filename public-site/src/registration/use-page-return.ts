import { useEffect } from 'react';

import { isOutdated } from './store.js';

/**
 * A browser may keep a whole page and show it again on Back. On a shared tablet that may be another family. So the
 * page hides itself when it is left, and loads anew when it belongs to somebody else.
 */
export function usePageReturn(): void {
  useEffect(() => {
    const page = document.documentElement;
    // Within the program every page begins at its heading, also by Back: another one may stand at that address by now.
    window.history.scrollRestoration = 'manual';
    const leave = (): void => {
      page.hidden = true;
      // Loaded anew, the same page goes on where it was.
      window.history.scrollRestoration = 'auto';
    };
    const comeBack = ({ persisted }: PageTransitionEvent): void => {
      if (persisted && isOutdated()) {
        window.location.reload();
        return;
      }
      page.hidden = false;
      window.history.scrollRestoration = 'manual';
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
    };
  }, []);
}
