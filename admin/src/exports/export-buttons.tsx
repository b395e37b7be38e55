import { EXPORT_TEXTS, type ExportedGrid } from '@kidlab/contract';
import FileDownload from '@mui/icons-material/FileDownload';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';

import { ExportDialog } from './export-dialog.js';
import { type ExportSource, useExport } from './use-export.js';
import { gridList } from '../providers/portal-calls.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';

interface ExportButtonsProps {
  /** Asked when a button is pressed. */
  readonly source: () => ExportSource;
  readonly disabled?: boolean;
}

/** "Export to Excel" and "Export to CSV", with the dialog. */
export function ExportButtons({ source, disabled = false }: ExportButtonsProps): ReactNode {
  const control = useExport();
  const choices = [
    { format: 'xlsx', label: EXPORT_TEXTS.excel },
    { format: 'csv', label: EXPORT_TEXTS.csv },
  ] as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {choices.map(({ format, label }) => (
        <Button
          key={format}
          variant="outlined"
          startIcon={<FileDownload />}
          disabled={disabled}
          onClick={() => {
            control.start(format, source());
          }}
        >
          {label}
        </Button>
      ))}
      <ExportDialog control={control} />
    </Box>
  );
}

/** Exports all records that the filter of the surrounding list finds, by their ids. */
export function GridExport({ grid }: { readonly grid: ExportedGrid }): ReactNode {
  const { countRows } = usePortalProvider();
  const context = useListContext();
  const list = gridList(grid, context.filterValues as object);
  return (
    <ExportButtons
      disabled={context.total === 0}
      source={() => ({ rows: grid, list, count: () => countRows(list) })}
    />
  );
}

/** Exports the selected records of the surrounding list, on whichever of its pages they stand. */
export function SelectedExport({ grid }: { readonly grid: ExportedGrid }): ReactNode {
  const { selectedIds } = useListContext();
  return (
    <ExportButtons
      source={() => ({
        rows: grid,
        list: gridList(grid, { id: selectedIds.map(Number) }),
        count: () => Promise.resolve(selectedIds.length),
      })}
    />
  );
}
