import type { FamilyDetailRow, SearchQuery } from '@kidlab/contract';
import { type ReactNode, useMemo } from 'react';

import { ExportButtons } from '../exports/export-buttons.js';
import { streamedRows } from '../exports/row-source.js';
import { detailFiles } from '../exports/specified-files.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { site } from '../site.js';

/** Exports the detail rows of a search; `null`: nothing was searched for. */
export function SearchExport({ query }: { readonly query: SearchQuery | null }): ReactNode {
  const dataProvider = usePortalProvider();
  const files = useMemo(() => detailFiles(site.employeeReferralLabel), []);
  const rowsOf = (asked: SearchQuery) =>
    streamedRows<FamilyDetailRow>(
      (signal) => dataProvider.openSearchDetails(asked, signal),
      (signal) => dataProvider.countSearchDetails(asked, signal),
    );
  return (
    <ExportButtons files={files} disabled={query === null} source={() => rowsOf(query ?? {})} />
  );
}
