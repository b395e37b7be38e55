import type { StaffFamily } from '@kidlab/contract';
import MailOutline from '@mui/icons-material/MailOutlined';
import type { ReactNode } from 'react';

import { SelectedExport } from '../exports/export-buttons.js';
import { portalCalls } from '../providers/portal-calls.js';
import { BulkAction, BulkDelete } from '../layout/list/bulk-actions.js';
import { BULK_TEXTS, ROW_NOUNS } from '../texts/grids.js';
import { REPORT_TEXTS } from '../texts/search.js';

const nameOf = ({ familyName, email }: StaffFamily): string => `${familyName} (${email})`;

/** What can be done with the selected families: mail those that await confirmation once more, export, delete. */
export function FamilyBulkActions(): ReactNode {
  return (
    <>
      <BulkAction<StaffFamily>
        label={BULK_TEXTS.resend}
        startIcon={<MailOutline />}
        heading={() => REPORT_TEXTS.resendHeading}
        question={BULK_TEXTS.resendQuestion}
        confirm={REPORT_TEXTS.resendConfirm}
        doneText={BULK_TEXTS.sent}
        nameOf={nameOf}
        act={async ({ state, email }) => {
          if (state !== 'awaiting') return false;
          await portalCalls.resendConfirmation(email);
          return true;
        }}
      />
      <SelectedExport grid="families" />
      <BulkDelete<StaffFamily> nouns={ROW_NOUNS.families} nameOf={nameOf} />
    </>
  );
}
