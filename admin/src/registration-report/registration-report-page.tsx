import { REPORT_TEXTS } from '@kidlab/contract';
import { Paper } from '@mui/material';
import type { ReactNode } from 'react';

import { LabTimes } from '../layout/lab-times.js';
import { FailedSearch, keepRowsOf, PortalList, UnreadableAddress } from '../layout/list/index.js';
import { Page } from '../layout/page.js';
import { REGISTRATION_REPORT } from '../providers/virtual-resources.js';
import { KeepReport } from './keep-report.js';
import { ReportExport } from './report-export.js';
import { ReportForm } from './report-form.js';
import { ReportTable } from './report-table.js';
import { ResendDialog } from './resend-dialog.js';
import { useReport } from './use-report.js';
import { useResend } from './use-resend.js';

/** Source: admin portal, section 4. */
const DEFAULT_SORT = { field: 'registeredDate', order: 'DESC' } as const;

/** Registration Report: families by name, what they were mailed and whether they have confirmed. */
export function RegistrationReportPage(): ReactNode {
  const { query, sort, restored, search, reset } = useReport();
  const resend = useResend();
  const familyName = query?.familyName ?? '';
  return (
    <Page title={REPORT_TEXTS.heading} actions={<ReportExport query={query} sort={sort} />}>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <ReportForm
          familyName={familyName}
          isUnconfirmedOnly={query?.state === 'awaiting'}
          onSearch={search}
          onReset={reset}
        />
      </Paper>
      <LabTimes />
      <UnreadableAddress />
      {query === null ? null : (
        <PortalList
          isPart
          title={REPORT_TEXTS.added.results}
          resource={REGISTRATION_REPORT}
          storeKey={false}
          sort={DEFAULT_SORT}
          queryOptions={{
            placeholderData: keepRowsOf(query),
            // What this tab has shown last is shown again as it was; a search asks anew.
            ...(restored === undefined ? {} : { initialData: restored, staleTime: Infinity }),
          }}
          error={<FailedSearch text={REPORT_TEXTS.added.failed} nothing={REPORT_TEXTS.noResults} />}
        >
          <KeepReport familyName={familyName} />
          <ReportTable onResend={resend.ask} />
        </PortalList>
      )}
      <ResendDialog control={resend} />
    </Page>
  );
}
