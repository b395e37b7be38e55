import { type RegistrationReportRow, REPORT_COLUMNS, type ReportQuery } from '@kidlab/contract';
import { type ReactNode, useMemo } from 'react';

import { ExportButtons } from '../exports/export-buttons.js';
import { type RowSource, streamedRows } from '../exports/row-source.js';
import { reportFiles } from '../exports/specified-files.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { site } from '../site.js';
import type { Report } from './use-report.js';

interface ReportExportProps {
  /** `null`: nothing was asked for. */
  readonly query: ReportQuery | null;
  readonly sort: Report['sort'];
}

/** Exports all rows of the report, in the order of the page. */
export function ReportExport({ query, sort }: ReportExportProps): ReactNode {
  const dataProvider = usePortalProvider();
  const files = useMemo(() => reportFiles(site.labTimeZone), []);
  const field = REPORT_COLUMNS.find((column) => column === sort?.field);
  const order = field === undefined || sort === undefined ? {} : { sort: { ...sort, field } };
  const rowsOf = (asked: ReportQuery): RowSource<RegistrationReportRow> =>
    streamedRows(
      (signal) => dataProvider.openRegistrationReport(asked, { ...order, signal }),
      (signal) => dataProvider.countRegistrationReport(asked, signal),
    );
  return (
    <ExportButtons files={files} disabled={query === null} source={() => rowsOf(query ?? {})} />
  );
}
