import type { RegistrationReportRow } from '@kidlab/contract';
import { Paper } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';

import { ExportButtons } from '../exports/export-buttons.js';
import { searchOptions } from '../layout/list/address-filter.js';
import { ListPage, PortalListView } from '../layout/list/portal-list.js';
import { LabTimes, pageHeading } from '../layout/page.js';
import { ResendDialog } from '../layout/resend-dialog.js';
import { REGISTRATION_REPORT, reportList } from '../providers/lists.js';
import { ReportForm } from './report-form.js';
import { REPORT_COLUMNS, ReportTable, resendIconId } from './report-table.js';
import { storeReport, useReport } from './use-report.js';
import { EXPORT_FILES } from '../texts/export.js';
import { REPORT_TEXTS } from '../texts/search.js';

/** Source: admin portal, section 4. */
const DEFAULT_SORT = { field: 'registeredDate', order: 'DESC' } as const;

export default function RegistrationReportPage(): ReactNode {
  const { query, restored, forget } = useReport();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<AskedToResend | null>(null);
  return (
    <ListPage
      resource={REGISTRATION_REPORT}
      sort={DEFAULT_SORT}
      storeKey={false}
      queryOptions={{
        ...searchOptions(query),
        // After a reload, the stored results are shown without a request.
        ...(restored === undefined ? {} : { initialData: restored, staleTime: Infinity }),
      }}
      title={REPORT_TEXTS.heading}
      headingActions={<ReportExport query={query} />}
      above={
        <>
          <Paper variant="outlined" sx={{ p: 2 }}>
            <ReportForm query={query} onLeave={forget} />
          </Paper>
          <LabTimes />
        </>
      }
    >
      {query === null ? null : (
        <PortalListView failed={REPORT_TEXTS.added.failed}>
          <KeepReport familyName={query.familyName ?? ''} />
          <ReportTable
            onResend={({ id, email }, icon) => setAsked({ id, email, row: icon.closest('tr') })}
          />
        </PortalListView>
      )}
      {asked === null ? null : (
        <ResendDialog
          email={asked.email}
          refresh={() =>
            queryClient.invalidateQueries({ queryKey: [REGISTRATION_REPORT, 'getList'] })
          }
          onClose={() => {
            flushSync(() => setAsked(null));
            focusAgain(asked);
          }}
        />
      )}
    </ListPage>
  );
}

interface AskedToResend {
  readonly id: number;
  readonly email: string;
  readonly row: HTMLElement | null;
}

/** Restores the focus. The icon is gone if the family has confirmed by now. */
function focusAgain({ id, row }: AskedToResend): void {
  const icon = document.getElementById(resendIconId(id));
  (icon ?? (row?.isConnected === true ? row : pageHeading()))?.focus();
}

/** Stores the shown results after each response. */
function KeepReport({ familyName }: { readonly familyName: string }): null {
  const { data, total, error, isFetching } = useListContext<RegistrationReportRow>();
  const { search } = useLocation();
  const isAnswer = error === null && isFetching !== true;
  useEffect(() => {
    if (!isAnswer || data === undefined) return;
    storeReport({ familyName, search, results: data, total });
  }, [isAnswer, data, total, familyName, search]);
  return null;
}

/** Exports all rows, in the page's sort order. */
function ReportExport({ query }: Pick<ReturnType<typeof useReport>, 'query'>): ReactNode {
  const { sort, total } = useListContext();
  const list = reportList(query ?? {}, sort);
  return (
    <ExportButtons
      file={EXPORT_FILES.report}
      columns={REPORT_COLUMNS}
      list={list}
      disabled={query === null || total === 0}
    />
  );
}
