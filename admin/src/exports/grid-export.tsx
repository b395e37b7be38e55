import type { ExportedGrid } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';

import { usePortalProvider } from '../providers/use-portal-provider.js';
import type { GridRecords } from '../providers/portal-calls.js';
import { site } from '../site.js';
import { ExportButtons } from './export-buttons.js';
import { gridFiles } from './grid-files.js';
import { streamedRows } from './row-source.js';

interface GridExportProps<Grid extends ExportedGrid> {
  readonly grid: Grid;
  /** What the list is filtered by beside what its user has chosen. */
  readonly filter?: GridRecords[Grid]['filter'];
}

/** Exports all records that the filter of the surrounding list finds, by their ids. */
export function GridExport<Grid extends ExportedGrid>({
  grid,
  filter,
}: GridExportProps<Grid>): ReactNode {
  const dataProvider = usePortalProvider();
  const list = useListContext();
  const files = gridFiles({
    employeeLabel: site.employeeReferralLabel,
    timeZone: site.labTimeZone,
  });
  const chosen = list.filterValues as GridRecords[Grid]['filter'];
  const asked = { ...chosen, ...filter };
  return (
    <ExportButtons
      files={files[grid]}
      disabled={list.total === 0}
      source={() =>
        streamedRows<GridRecords[Grid]['record']>(
          (signal) => dataProvider.openGrid(grid, asked, signal),
          (signal) => dataProvider.countGrid(grid, asked, signal),
        )
      }
    />
  );
}
