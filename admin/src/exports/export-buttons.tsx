import type { ExportedGrid } from '@kidlab/contract';
import FileDownload from '@mui/icons-material/FileDownload';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
} from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useListContext, useNotify } from 'react-admin';

import type { ExportNews, ExportOrder } from './build-export.js';
import { type ExportedRows, nameOf } from './columns.js';
import { saveFile } from './save-file.js';
import type { StreamedList } from '../providers/http.js';
import { countRows, gridList } from '../providers/lists.js';
import { site } from '../site.js';
import { EXPORT_TEXTS, exportDone, exportHeading, exportProgress } from '../texts/export.js';

const FORMATS = [
  ['xlsx', EXPORT_TEXTS.excel],
  ['csv', EXPORT_TEXTS.csv],
] as const;

interface ExportButtonsProps {
  readonly rows: ExportedRows;
  /** All rows that the page's filter finds. */
  readonly list: StreamedList;
  /** How many rows there are; left out, the server is asked. */
  readonly count?: number;
  readonly disabled?: boolean;
}

/** An export that runs, has failed, or is over: then its dialog is closed. */
interface Export {
  readonly format: ExportOrder['format'];
  readonly isOpen: boolean;
  /** Rows that are in the file. */
  readonly rows: number;
  /** `null` until they are counted. Without a count there is no share, but there is a file. */
  readonly total: number | null;
  /** `null` while it runs. */
  readonly failure: string | null;
}

/** "Export to Excel" and "Export to CSV", one at a time, with a dialog. Leaving the page ends an export. */
export function ExportButtons(props: ExportButtonsProps): ReactNode {
  const { rows, list, count, disabled = false } = props;
  const notify = useNotify();
  const running = useRef<Worker | null>(null);
  const [shown, setShown] = useState<Export>({
    format: 'xlsx',
    isOpen: false,
    rows: 0,
    total: null,
    failure: null,
  });
  const show = (part: Partial<Export>): void => setShown((before) => ({ ...before, ...part }));
  const end = (part: Partial<Export>): void => {
    running.current?.terminate();
    running.current = null;
    show(part);
  };
  useEffect(() => () => running.current?.terminate(), []);

  const start = (format: ExportOrder['format']): void => {
    if (running.current !== null) return;
    const { fileName, sheet } = nameOf(rows, format);
    const fail = (reason: string): void =>
      end({ failure: `${EXPORT_TEXTS.failed} ${reason}`.trim() });
    // A program of its own that is loaded by the first export.
    const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });
    running.current = worker;
    show({ format, isOpen: true, rows: 0, total: count ?? null, failure: null });
    worker.onerror = () => fail('');
    worker.onmessage = ({ data }: MessageEvent<ExportNews>) => {
      if (data.kind === 'rows') show({ rows: data.rows });
      else if (data.kind === 'failed') fail(data.reason);
      else {
        end({ isOpen: false });
        saveFile(data.file, fileName);
        notify(exportDone(fileName, data.rows));
      }
    };
    const words = { employeeLabel: site.employeeReferralLabel, timeZone: site.labTimeZone };
    worker.postMessage({ rows, list, format, sheet, words } satisfies ExportOrder);
    if (count !== undefined) return;
    countRows(list).then(
      (total) => {
        if (running.current === worker) show({ total });
      },
      () => undefined,
    );
  };

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {FORMATS.map(([format, label]) => (
        <Button
          key={format}
          variant="outlined"
          startIcon={<FileDownload />}
          disabled={disabled}
          onClick={() => start(format)}
        >
          {label}
        </Button>
      ))}
      <ExportDialog
        shown={shown}
        fileName={nameOf(rows, shown.format).fileName}
        onLeave={() => {
          if (shown.failure === null) notify(EXPORT_TEXTS.cancelled);
          end({ isOpen: false });
        }}
        onTryAgain={() => start(shown.format)}
      />
    </Box>
  );
}

interface ExportDialogProps {
  readonly shown: Export;
  readonly fileName: string;
  readonly onLeave: () => void;
  readonly onTryAgain: () => void;
}

/** Shows how far an export is, with a way to end it; a failure with a way to try again. The focus returns by itself. */
function ExportDialog({ shown, fileName, onLeave, onTryAgain }: ExportDialogProps): ReactNode {
  const { isOpen, rows, total, failure } = shown;
  const leaveButton = useRef<HTMLButtonElement>(null);
  const text = exportProgress(rows, total);
  // Rows that were added since the count do not make it more than all.
  const share = total === null ? null : Math.min(100, (rows / Math.max(total, 1)) * 100);
  return (
    <Dialog
      open={isOpen}
      // A click beside the dialog must not throw the work away; Esc is meant.
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown') onLeave();
      }}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle>{exportHeading(fileName)}</DialogTitle>
      <DialogContent>
        {failure === null ? (
          <>
            <LinearProgress
              aria-label={EXPORT_TEXTS.progress}
              aria-valuetext={text}
              {...(share === null ? {} : { variant: 'determinate', value: share })}
            />
            <DialogContentText sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }}>
              {text}
            </DialogContentText>
          </>
        ) : (
          <DialogContentText role="alert" color="error">
            {failure}
          </DialogContentText>
        )}
      </DialogContent>
      <DialogActions>
        {/* One button with two names: it keeps the focus when an export fails. */}
        <Button onClick={onLeave} ref={leaveButton} autoFocus>
          {failure === null ? EXPORT_TEXTS.cancel : EXPORT_TEXTS.close}
        </Button>
        {failure === null ? null : (
          <Button
            variant="contained"
            onClick={() => {
              // This button goes, and the focus must not go with it.
              leaveButton.current?.focus();
              onTryAgain();
            }}
          >
            {EXPORT_TEXTS.tryAgain}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Exports all records that the filter of the surrounding list finds, by their ids. */
export function GridExport({ grid }: { readonly grid: ExportedGrid }): ReactNode {
  const context = useListContext();
  const list = gridList(grid, context.filterValues as object);
  return <ExportButtons rows={grid} list={list} disabled={context.total === 0} />;
}

/** Exports the selected records of the surrounding list, on whichever of its pages they stand. */
export function SelectedExport({ grid }: { readonly grid: ExportedGrid }): ReactNode {
  const { selectedIds } = useListContext();
  const list = gridList(grid, { id: selectedIds.map(Number) });
  return <ExportButtons rows={grid} list={list} count={selectedIds.length} />;
}
