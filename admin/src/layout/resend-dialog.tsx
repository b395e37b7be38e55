import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';

import { CallError } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { REPORT_TEXTS, resendQuestion } from '../texts/search.js';

/** Statuses that show the page is out of date: the family is gone, or has confirmed. */
const OUT_OF_DATE: readonly unknown[] = [404, 409];

const HEADINGS = {
  idle: REPORT_TEXTS.resendHeading,
  pending: REPORT_TEXTS.resendHeading,
  success: REPORT_TEXTS.resendSuccess,
  error: REPORT_TEXTS.resendFailure,
} as const;

interface ResendDialogProps {
  readonly email: string;
  /** Reloads the data of the page, after a mail was sent or refused. */
  readonly refresh: () => Promise<unknown>;
  /** Unmounts the dialog. */
  readonly onClose: () => void;
}

/** Sends the verification email again: "Resend email?", then "Email sent", "Nothing was sent" or "Failed to send". */
export function ResendDialog(props: ResendDialogProps): ReactNode {
  const { email, refresh, onClose } = props;
  const id = useId();
  // A second click may arrive before the first one is rendered.
  const isPressed = useRef(false);
  const { status, data, error, mutate } = useMutation({
    mutationFn: () => portalCalls.resendConfirmation(email),
    // Reload before the error is shown: the reload may remove the button that would get the focus back.
    onError: async (failure) => {
      if (failure instanceof CallError && OUT_OF_DATE.includes(failure.status)) await refresh();
    },
  });
  const isUnneeded = data?.mailed === false;
  const isSending = status === 'pending';
  const isAsking = status === 'idle' || isSending;
  const close = (): void => {
    if (isSending) return;
    onClose();
    // Also after a failure: the response may have been lost.
    if (status !== 'idle') void refresh();
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-describedby={id}>
      <DialogTitle color={error === null ? 'textPrimary' : 'error'}>
        <span aria-live="polite">
          {isUnneeded ? REPORT_TEXTS.added.notResent : HEADINGS[status]}
        </span>
      </DialogTitle>
      <DialogContent id={id} sx={{ overflowWrap: 'anywhere' }}>
        {isAsking ? <DialogContentText>{resendQuestion(email)}</DialogContentText> : null}
        {isUnneeded ? <DialogContentText>{data.message}</DialogContentText> : null}
        {error === null ? null : (
          <DialogContentText color="error" role="alert">
            {(error instanceof CallError ? error.serverMessage : null) ?? REPORT_TEXTS.unknownError}
          </DialogContentText>
        )}
      </DialogContent>
      <DialogActions>
        {/* A new key remounts the button, so that "Close" takes the focus from "Yes". */}
        <Button key={String(isAsking)} onClick={close} aria-disabled={isSending} autoFocus>
          {isAsking ? REPORT_TEXTS.resendCancel : REPORT_TEXTS.added.close}
        </Button>
        {isAsking && (
          <Button
            variant="contained"
            aria-disabled={isSending}
            onClick={() => {
              if (isPressed.current) return;
              isPressed.current = true;
              mutate();
            }}
          >
            {isSending ? REPORT_TEXTS.added.sending : REPORT_TEXTS.resendConfirm}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
