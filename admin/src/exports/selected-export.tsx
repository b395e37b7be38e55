import type { ExportNotice } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';

import { usePortalProvider } from '../providers/use-portal-provider.js';
import type { GridRecords } from '../providers/portal-calls.js';
import { site } from '../site.js';
import { ExportButtons } from './export-buttons.js';
import { gridFiles } from './grid-files.js';
import { pagedRows } from './row-source.js';

interface SelectedExportProps<Grid> {
  readonly grid: Grid;
}

/** Exports the selected records of the surrounding list, on whichever of its pages they stand. */
export function SelectedExport<Grid extends ExportNotice['resource']>({
  grid,
}: SelectedExportProps<Grid>): ReactNode {
  const dataProvider = usePortalProvider();
  const { selectedIds } = useListContext();
  const files = gridFiles({
    employeeLabel: site.employeeReferralLabel,
    timeZone: site.labTimeZone,
  });
  return (
    <ExportButtons
      files={files[grid]}
      source={() => {
        const asked = { id: selectedIds.map(Number) } as GridRecords[Grid]['filter'];
        return pagedRows<GridRecords[Grid]['record']>(
          (offset, limit, signal) =>
            dataProvider.listRecords(grid, asked, { offset, limit, signal }),
          (rows) => dataProvider.announceExport({ resource: grid, filteredBy: ['id'], rows }),
        );
      }}
    />
  );
}
