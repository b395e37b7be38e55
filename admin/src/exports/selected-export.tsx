import type { ExportedGrid } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';

import { usePortalProvider } from '../providers/use-portal-provider.js';
import type { GridRecords } from '../providers/portal-calls.js';
import { site } from '../site.js';
import { ExportButtons } from './export-buttons.js';
import { gridFiles } from './grid-files.js';
import { streamedRows } from './row-source.js';

interface SelectedExportProps<Grid> {
  readonly grid: Grid;
}

/** Exports the selected records of the surrounding list, on whichever of its pages they stand. */
export function SelectedExport<Grid extends ExportedGrid>({
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
        return streamedRows<GridRecords[Grid]['record']>(
          (signal) => dataProvider.openGrid(grid, asked, signal),
          () => Promise.resolve(selectedIds.length),
        );
      }}
    />
  );
}
