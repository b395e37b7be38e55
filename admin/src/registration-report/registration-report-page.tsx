import { REPORT_COLUMNS, type RegistrationReportRow } from '@kidlab/contract';
import { Paper } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ListBase, useListContext } from 'react-admin';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';

import { ExportButtons } from '../exports/export-buttons.js';
import { PER_PAGE, PortalListView, SILENT, UnreadableAddress } from '../layout/list/portal-list.js';
import { keepRowsOf } from '../layout/list/list-address.js';
import { LabTimes, Page } from '../layout/page.js';
import { ResendDialog } from '../layout/resend-dialog.js';
import { REGISTRATION_REPORT, reportList } from '../providers/lists.js';
import { ReportForm } from './report-form.js';
import { ReportTable, resendIconId } from './report-table.js';
import { storeReport, useReport } from './use-report.js';
import { REPORT_TEXTS } from '../texts/search.js';

/** Source: admin portal, section 4. */
const DEFAULT_SORT = { field: 'registeredDate', order: 'DESC' } as const;

export default function RegistrationReportPage(): ReactNode {
  const { query, sort, restored, search, reset } = useReport();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<AskedToResend | null>(null);
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
        <ListBase
          resource={REGISTRATION_REPORT}
          perPage={PER_PAGE}
          storeKey={false}
          sort={DEFAULT_SORT}
          queryOptions={{
            ...SILENT,
            placeholderData: keepRowsOf(query),
            // After a reload, the stored results are shown without a request.
            ...(restored === undefined ? {} : { initialData: restored, staleTime: Infinity }),
          }}
        >
          <PortalListView failed={REPORT_TEXTS.added.failed}>
            <KeepReport familyName={familyName} />
            <ReportTable
              onResend={({ id, email }, icon) => setAsked({ id, email, row: icon.closest('tr') })}
            />
          </PortalListView>
        </ListBase>
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
    </Page>
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
  const heading = document.querySelector<HTMLElement>('h1');
  (icon ?? (row?.isConnected === true ? row : heading))?.focus();
}

/** Stores the shown results after each response. */
function KeepReport({ familyName }: { readonly familyName: string }): null {
  const { data, total, error, isFetching, isPlaceholderData } =
    useListContext<RegistrationReportRow>();
  const { search } = useLocation();
  const isAnswer = error === null && isFetching !== true && isPlaceholderData !== true;
  useEffect(() => {
    if (!isAnswer || data === undefined) return;
    storeReport({ familyName, search, results: data, total });
  }, [isAnswer, data, total, familyName, search]);
  return null;
}

/** Exports all rows, in the order on the page. */
function ReportExport({ query, sort }: Pick<ReturnType<typeof useReport>, 'query' | 'sort'>) {
  const isColumn = REPORT_COLUMNS.some((column) => column === sort?.field);
  const list = reportList(query ?? {}, isColumn ? sort : undefined);
  return <ExportButtons rows="report" list={list} disabled={query === null} />;
}
