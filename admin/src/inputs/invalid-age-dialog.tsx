import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { type ReactNode, useId } from 'react';

import { SEARCH_TEXTS } from '../texts/search.js';

interface InvalidAgeDialogProps {
  readonly isOpen: boolean;
  /** However it is closed, both ages are cleared. */
  readonly onClose: () => void;
}

/** The modal that stands in the way of a search whose minimum age exceeds its maximum. */
export function InvalidAgeDialog({ isOpen, onClose }: InvalidAgeDialogProps): ReactNode {
  const id = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      role="alertdialog"
      maxWidth="xs"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{SEARCH_TEXTS.invalidAgeHeading}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{SEARCH_TEXTS.invalidAge}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {SEARCH_TEXTS.invalidAgeClose}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
