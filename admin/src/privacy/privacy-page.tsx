import { PRIVACY_TEXTS } from '@kidlab/contract';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';

import { Page } from '../layout/page.js';
import { UserAdminsOnly } from '../layout/signed-in-user.js';
import { RequestSection } from './request-section.js';
import { ReceiptsSection } from './receipts-section.js';
import { RetentionSection } from './retention-section.js';

/** What is kept of whom, and for how long: for user administrators. */
export function PrivacyPage(): ReactNode {
  return (
    <UserAdminsOnly>
      <Page title={PRIVACY_TEXTS.heading}>
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          <RequestSection />
          <ReceiptsSection />
          <RetentionSection />
        </Box>
      </Page>
    </UserAdminsOnly>
  );
}
