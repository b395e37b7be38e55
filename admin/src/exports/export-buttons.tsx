import type { ExportedGrid } from '@kidlab/contract';
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
import { type ReactNode, useId, useRef } from 'react';
import { useListContext } from 'react-admin';

import {
  type ExportControl,
  type ExportProgress,
  type ExportSource,
  useExport,
} from './use-export.js';
import { gridList } from '../providers/portal-calls.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { EXPORT_TEXTS, exportHeading, exportProgress } from '../texts/export.js';

const WHOLE = 100;

function shareOf({ rows, total }: ExportProgress): number | null {
  if (total === null) return null;
  // Rows that were added since the count do not make it more than all.
  return total === 0 ? WHOLE : Math.min(WHOLE, (rows / total) * WHOLE);
}

function Progress({ progress }: { readonly progress: ExportProgress }): ReactNode {
  const share = shareOf(progress);
  const text = exportProgress(progress.rows, progress.total);
  return (
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
  );
}

/** Shows how far an export is, with a way to end it; a failure with a way to try again. The focus returns by itself. */
function ExportDialog({ control }: { readonly control: ExportControl }): ReactNode {
  const { isOpen, fileName, progress, failure } = control.state;
  const id = useId();
  const leaveButton = useRef<HTMLButtonElement>(null);
  const hasFailed = failure !== null;
  const leave = hasFailed ? control.close : control.cancel;
  return (
    <Dialog
      open={isOpen}
      // A click beside the dialog must not throw the work away; Esc is meant.
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown') leave();
      }}
      fullWidth
      maxWidth="xs"
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{exportHeading(fileName)}</DialogTitle>
      <DialogContent>
        {hasFailed ? (
          <DialogContentText role="alert" color="error">
            {failure}
          </DialogContentText>
        ) : (
          <Progress progress={progress} />
        )}
      </DialogContent>
      <DialogActions>
        {/* One button with two names: it keeps the focus when an export fails. */}
        <Button onClick={leave} ref={leaveButton} autoFocus>
          {hasFailed ? EXPORT_TEXTS.close : EXPORT_TEXTS.cancel}
        </Button>
        {hasFailed && (
          <Button
            variant="contained"
            onClick={() => {
              // This button goes, and the focus must not go with it.
              leaveButton.current?.focus();
              control.tryAgain();
            }}
          >
            {EXPORT_TEXTS.tryAgain}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

import FileDownload from '@mui/icons-material/FileDownload';

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
