import { EXPORT_TEXTS, exportHeading, exportProgress } from '@kidlab/contract';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
} from '@mui/material';
import { type ReactNode, useId, useRef } from 'react';

import type { ExportControl, ExportProgress } from './use-export.js';

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
export function ExportDialog({ control }: { readonly control: ExportControl }): ReactNode {
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
