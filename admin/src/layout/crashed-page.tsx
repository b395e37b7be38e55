import { HEADER_TEXTS } from '@kidlab/contract';
import { type ReactNode, useEffect } from 'react';

import { PortalPage } from './portal-page.js';

function reload(): void {
  window.location.reload();
}

/** Instead of a page that can't be shown: a fault of ours, or a part of the program that could not be fetched. */
export function CrashedPage(): ReactNode {
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => {
      window.removeEventListener('online', reload);
    };
  }, []);
  return (
    <PortalPage title={HEADER_TEXTS.added.crashed}>
      <button type="button" className="button" onClick={reload}>
        {HEADER_TEXTS.added.reload}
      </button>
    </PortalPage>
  );
}
