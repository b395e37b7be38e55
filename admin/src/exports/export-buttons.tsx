import type { ExportedGrid } from '@kidlab/contract';
import FileDownload from '@mui/icons-material/FileDownload';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useListContext, useNotify } from 'react-admin';

import type { ExportOrder, ExportProgress } from './columns.js';
import { ProgressDialog } from '../layout/progress-dialog.js';
import { saveFile } from '../layout/save-file.js';
import { countRows, gridList } from '../providers/lists.js';
import { site } from '../site.js';
import {
  EXPORT_FILES,
  EXPORT_TEXTS,
  type ExportFile,
  exportDone,
  exportHeading,
  exportProgress,
} from '../texts/export.js';

const FORMATS = [
  ['xlsx', EXPORT_TEXTS.excel],
  ['csv', EXPORT_TEXTS.csv],
] as const;

/** `list`: the rows to export. */
interface ExportButtonsProps extends Pick<ExportOrder, 'columns' | 'list'> {
  readonly file: ExportFile;
  readonly disabled?: boolean;
}

/** "Export to Excel" and "Export to CSV". Leaving the page cancels an export. */
export function ExportButtons({ disabled = false, ...order }: ExportButtonsProps): ReactNode {
  const [asked, setAsked] = useState<ExportOrder['format'] | null>(null);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {FORMATS.map(([format, label]) => (
        <Button
          key={format}
          variant="outlined"
          startIcon={<FileDownload />}
          disabled={disabled}
          onClick={() => setAsked(format)}
        >
          {label}
        </Button>
      ))}
      {asked === null ? null : (
        <ExportDialog {...order} format={asked} onClose={() => setAsked(null)} />
      )}
    </Box>
  );
}

interface ExportDialogProps extends Omit<ExportButtonsProps, 'disabled'> {
  readonly format: ExportOrder['format'];
  readonly onClose: () => void;
}

/** Runs the export, and shows its progress and Cancel. It stays open after a failure. */
function ExportDialog(props: ExportDialogProps): ReactNode {
  const { file, columns, list, format, onClose } = props;
  const notify = useNotify();
  /** Rows written so far. */
  const [done, setDone] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const { sheet, [format]: fileName } = file;
  /** `null` until the rows are counted, or when that fails. */
  const { data: total = null } = useQuery({
    queryKey: ['exported rows', list],
    queryFn: () => countRows(list),
    gcTime: 0,
  });

  const start = useEffectEvent(() => {
    const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });
    const fail = (reason: string): void => {
      worker.terminate();
      setFailure(`${EXPORT_TEXTS.failed} ${reason}`.trim());
    };
    worker.onerror = () => fail('');
    worker.onmessage = ({ data }: MessageEvent<ExportProgress>) => {
      if (data.kind === 'rows') setDone(data.rows);
      else if (data.kind === 'failed') fail(data.reason);
      else {
        saveFile(data.file, fileName);
        notify(exportDone(fileName, data.rows));
        onClose();
      }
    };
    const words = { employeeLabel: site.employeeReferralLabel, timeZone: site.labTimeZone };
    worker.postMessage({ columns, sheet, words, format, list } satisfies ExportOrder);
    return () => worker.terminate();
  });
  useEffect(() => start(), []);

  return (
    <ProgressDialog
      heading={exportHeading(fileName)}
      label={EXPORT_TEXTS.progress}
      text={exportProgress(done, total)}
      // Rows may have been added since the count.
      share={total === null ? null : Math.min(1, done / Math.max(total, 1))}
      failure={failure}
      isOver={failure !== null}
      stop={EXPORT_TEXTS.cancel}
      onStop={() => {
        notify(EXPORT_TEXTS.cancelled);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

interface GridExportProps extends Pick<ExportOrder, 'columns'> {
  readonly grid: ExportedGrid;
}

/** Exports the filtered rows of the list, in the page's sort order. */
export function GridExport({ grid, columns }: GridExportProps): ReactNode {
  const context = useListContext();
  const list = gridList(grid, context.filterValues as object, context.sort);
  const file = EXPORT_FILES[grid];
  return <ExportButtons file={file} columns={columns} list={list} disabled={context.total === 0} />;
}

/** Exports the selected rows of the list, on all pages, in the page's sort order. */
export function SelectedExport({ grid, columns }: GridExportProps): ReactNode {
  const { selectedIds, sort } = useListContext();
  const list = gridList(grid, { id: selectedIds.map(Number) }, sort);
  return <ExportButtons file={EXPORT_FILES[grid]} columns={columns} list={list} />;
}
