import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';

import { CallError } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { REPORT_TEXTS, resendQuestion } from '../texts/search.js';

/** A refusal says that what the page shows is out of date: the family is gone, or it has confirmed. */
const OUT_OF_DATE: readonly unknown[] = [404, 409];

const HEADINGS = {
  idle: REPORT_TEXTS.resendHeading,
  pending: REPORT_TEXTS.resendHeading,
  success: REPORT_TEXTS.resendSuccess,
  error: REPORT_TEXTS.resendFailure,
} as const;

interface ResendDialogProps {
  readonly isOpen: boolean;
  readonly email: string;
  /** Reads anew what the page shows: after a mail was sent, or a refusal. */
  readonly refresh: () => Promise<unknown>;
  readonly onClose: () => void;
  /** Puts the focus back, once the dialog has left the screen; left out, it returns to where it was. */
  readonly returnFocus?: () => void;
}

/** The verification email once more: "Resend email?", then "Email sent" or "Failed to send". */
export function ResendDialog(props: ResendDialogProps): ReactNode {
  const { isOpen, email, refresh, onClose, returnFocus } = props;
  const id = useId();
  const { status, error, mutate, reset } = useMutation({
    mutationFn: () => portalCalls.resendConfirmation(email),
    // Before the failure is told, so that the focus does not return to a button that is about to go.
    onError: async (failure) => {
      if (failure instanceof CallError && OUT_OF_DATE.includes(failure.status)) await refresh();
    },
  });
  const isSending = status === 'pending';
  const isAsking = status === 'idle' || isSending;
  const leaveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen && !isAsking) leaveButton.current?.focus();
  }, [isOpen, isAsking]);
  const close = (): void => {
    if (isSending) return;
    onClose();
    if (status === 'success') void refresh();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      fullWidth
      maxWidth="xs"
      aria-describedby={id}
      disableRestoreFocus={returnFocus !== undefined}
      slotProps={{
        transition: {
          onExited: () => {
            reset();
            returnFocus?.();
          },
        },
      }}
    >
      <DialogTitle color={error === null ? 'textPrimary' : 'error'}>
        <span aria-live="polite">{HEADINGS[status]}</span>
      </DialogTitle>
      <DialogContent id={id} sx={{ overflowWrap: 'anywhere' }}>
        {isAsking ? <DialogContentText>{resendQuestion(email)}</DialogContentText> : null}
        {error === null ? null : (
          <DialogContentText color="error" role="alert">
            {(error instanceof CallError ? error.serverMessage : null) ?? REPORT_TEXTS.unknownError}
          </DialogContentText>
        )}
      </DialogContent>
      <DialogActions>
        {/* One button with two names: it takes the focus when the answer comes and "Yes" goes. */}
        <Button ref={leaveButton} onClick={close} aria-disabled={isSending} autoFocus>
          {isAsking ? REPORT_TEXTS.resendCancel : REPORT_TEXTS.added.close}
        </Button>
        {isAsking && (
          <Button
            variant="contained"
            aria-disabled={isSending}
            onClick={() => {
              if (!isSending) mutate();
            }}
          >
            {isSending ? REPORT_TEXTS.added.sending : REPORT_TEXTS.resendConfirm}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
