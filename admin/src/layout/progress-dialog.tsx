import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { type ReactNode, useRef } from 'react';

import { LIST_TEXTS } from '../texts/portal.js';

interface ProgressDialogProps {
  readonly heading: string;
  /** Names the progress bar. */
  readonly label: string;
  /** The rows so far, then the outcome. */
  readonly text: string;
  /** From 0 to 1; `null` when unknown. */
  readonly share: number | null;
  readonly failure: ReactNode;
  readonly isOver: boolean;
  /** Label of the button until it is over. */
  readonly stop: string;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** The progress of work on many rows, which can be stopped. The outcome stays until it is closed. */
export function ProgressDialog(props: ProgressDialogProps): ReactNode {
  const { heading, label, text, share, failure, isOver, stop, onStop, onClose } = props;
  const button = useRef<HTMLButtonElement>(null);
  const leave = isOver ? onClose : onStop;
  return (
    <Dialog
      open
      fullWidth
      // Esc does what the button does; an accidental click beside the dialog does nothing.
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown') leave();
      }}
      // Not `autoFocus`: the question dialog returns the focus to the page while it closes.
      slotProps={{ transition: { onEntered: () => button.current?.focus() } }}
    >
      <DialogTitle>{heading}</DialogTitle>
      <DialogContent>
        {isOver ? null : (
          <LinearProgress
            aria-label={label}
            aria-valuetext={text}
            {...(share === null ? {} : { variant: 'determinate', value: share * 100 })}
          />
        )}
        <Typography
          aria-live={isOver ? 'polite' : 'off'}
          sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }}
        >
          {text}
        </Typography>
        {failure === null ? null : (
          <Alert severity="error" sx={{ mt: 2 }}>
            {failure}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        {/* One button with two labels, so that it keeps the focus. */}
        <Button ref={button} variant="contained" onClick={leave}>
          {isOver ? LIST_TEXTS.close : stop}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
