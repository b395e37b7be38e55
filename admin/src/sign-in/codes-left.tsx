import { recoveryCodesLeft, SECOND_FACTOR_TEXTS } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { PortalPage } from '../layout/portal-page.js';

interface CodesLeftProps {
  readonly count: number;
  readonly onGoOn: () => Promise<void>;
}

/** After signing in with a recovery code: how many are left. */
export function CodesLeft({ count, onGoOn }: CodesLeftProps): ReactNode {
  return (
    <PortalPage title={SECOND_FACTOR_TEXTS.signInHeading} focusHeading>
      <p className="notice">{recoveryCodesLeft(count)}</p>
      <button className="button" type="button" onClick={() => void onGoOn()}>
        {SECOND_FACTOR_TEXTS.goOn}
      </button>
    </PortalPage>
  );
}
