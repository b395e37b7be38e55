import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { type ReactNode, useId } from 'react';

import { inactivityCountdown, INACTIVITY_TEXTS, inactivityWarning } from '../texts/portal.js';

const SECONDS = 1_000;
const MINUTE = 60;

interface InactivityWarningProps {
  /** Milliseconds until the end; `null`: no warning. */
  readonly remaining: number | null;
  readonly onStay: () => void;
}

function textFor(remaining: number): string {
  const seconds = Math.ceil(remaining / SECONDS);
  return seconds > MINUTE
    ? inactivityWarning(Math.ceil(seconds / MINUTE))
    : inactivityCountdown(seconds);
}

/**
 * Asks, some time before the end, whether anybody is there. Every activity is an answer; the button is for certainty.
 */
export function InactivityWarning({ remaining, onStay }: InactivityWarningProps): ReactNode {
  const id = useId();
  return (
    <Dialog
      open={remaining !== null}
      onClose={onStay}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{INACTIVITY_TEXTS.added.warningHeading}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>
          {remaining === null ? null : textFor(remaining)}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onStay} variant="contained" autoFocus>
          {INACTIVITY_TEXTS.added.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
