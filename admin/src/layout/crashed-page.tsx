import { HEADER_TEXTS } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { PortalPage } from './portal-page.js';

/** Instead of a page that can't be shown: a fault of ours, or a part of the program that could not be fetched. */
export function CrashedPage(): ReactNode {
  return (
    <PortalPage title={HEADER_TEXTS.added.crashed}>
      <button
        type="button"
        className="button"
        onClick={() => {
          window.location.reload();
        }}
      >
        {HEADER_TEXTS.added.reload}
      </button>
    </PortalPage>
  );
}
