import {
  Alert,
  Box,
  Button,
  CircularProgress,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
} from '@mui/material';
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';

import { failureText } from '../providers/http.js';

interface AskDialogProps {
  readonly isOpen: boolean;
  readonly heading: string;
  readonly question: string;
  /** What it is about, by name. */
  readonly subject?: ReactNode;
  /** Labels of the two buttons; without the first, there is nothing to refuse. */
  readonly cancel?: string;
  readonly confirm: string;
  /** What was asked about can't be brought back. */
  readonly isDangerous?: boolean;
  /** Between the question and the buttons, such as a field to type into. */
  readonly children?: ReactNode;
  /** Says `null` when the answer may be given, otherwise why not. */
  readonly check?: () => string | null;
  /** Does it. What it throws is shown and the dialog stays; `describe` may word it. */
  readonly onConfirm?: () => Promise<void>;
  readonly describe?: (error: unknown) => string;
  readonly onClose: () => void;
  /** Takes the focus after a confirmed dialog has closed; otherwise whatever had it before. */
  readonly focusAfter?: () => HTMLElement | null;
}

/** A question before something is done; it is done while the dialog is still there, so that a failure is seen. */
export function AskDialog(props: AskDialogProps): ReactNode {
  const { isOpen, onClose, focusAfter } = props;
  const id = useId();
  const wasConfirmed = useRef(false);
  const inFlight = useRef(false);
  const close = (): void => {
    if (!inFlight.current) onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      role="alertdialog"
      aria-labelledby={`${id}-heading`}
      aria-describedby={`${id}-question`}
      slotProps={{
        transition: {
          onEnter: () => {
            wasConfirmed.current = false;
          },
          onExited: () => {
            if (wasConfirmed.current) focusAfter?.()?.focus();
          },
        },
      }}
    >
      <Question
        {...props}
        id={id}
        onClose={close}
        onConfirm={async () => {
          inFlight.current = true;
          try {
            await props.onConfirm?.();
            wasConfirmed.current = true;
          } finally {
            inFlight.current = false;
          }
          onClose();
        }}
      />
    </Dialog>
  );
}

/** Lives as long as the dialog is open, so that every question begins without an old failure. */
function Question({
  id,
  heading,
  question,
  subject,
  cancel,
  confirm,
  isDangerous = false,
  children,
  check = () => null,
  onConfirm,
  describe = failureText,
  onClose,
}: AskDialogProps & { readonly id: string; readonly onConfirm: () => Promise<void> }): ReactNode {
  const inFlight = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const answer = async (): Promise<void> => {
    const objection = check();
    setFailure(objection);
    if (objection !== null) return;
    inFlight.current = true;
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(describe(error));
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!inFlight.current) void answer();
      }}
    >
      <DialogTitle id={`${id}-heading`}>{heading}</DialogTitle>
      <DialogContent>
        <Box id={`${id}-question`}>
          <DialogContentText>{question}</DialogContentText>
          {subject === undefined ? null : (
            <Typography component="div" sx={{ mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
              {subject}
            </Typography>
          )}
        </Box>
        {children}
        {failure === null ? null : (
          <Alert severity="error" sx={{ mt: 2 }}>
            {failure}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {cancel === undefined ? null : (
          <Button onClick={onClose} autoFocus={children === undefined}>
            {cancel}
          </Button>
        )}
        <Button
          type="submit"
          autoFocus={cancel === undefined}
          variant="contained"
          aria-disabled={isBusy}
          color={isDangerous ? 'error' : 'primary'}
          {...(isBusy ? { startIcon: <CircularProgress size={16} color="inherit" /> } : {})}
        >
          {confirm}
        </Button>
      </DialogActions>
    </form>
  );
}
