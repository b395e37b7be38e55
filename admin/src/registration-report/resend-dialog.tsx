import { REPORT_TEXTS, resendQuestion } from '@kidlab/contract';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { type ReactNode, useEffect, useId, useRef } from 'react';

import type { ResendControl, ResendStep } from './use-resend.js';

const { added: words } = REPORT_TEXTS;

const HEADINGS = {
  confirm: REPORT_TEXTS.resendHeading,
  sending: REPORT_TEXTS.resendHeading,
  sent: REPORT_TEXTS.resendSuccess,
  failed: REPORT_TEXTS.resendFailure,
} as const satisfies Readonly<Record<ResendStep['kind'], string>>;

function textOf(step: ResendStep, email: string): string | null {
  if (step.kind === 'failed') return step.reason;
  return step.kind === 'sent' ? null : resendQuestion(email);
}

/** "Resend email?", then "Email sent" or "Failed to send". */
export function ResendDialog({ control }: { readonly control: ResendControl }): ReactNode {
  const { isOpen, step, email, send, close, returnFocus } = control;
  const id = useId();
  const text = textOf(step, email);
  const isAsking = step.kind === 'confirm' || step.kind === 'sending';
  const isSending = step.kind === 'sending';
  const hasFailed = step.kind === 'failed';
  const leaveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen && !isAsking) leaveButton.current?.focus();
  }, [isOpen, isAsking]);
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      fullWidth
      maxWidth="xs"
      aria-labelledby={`${id}-title`}
      {...(text === null ? {} : { 'aria-describedby': `${id}-text` })}
      disableRestoreFocus
      slotProps={{ transition: { onExited: returnFocus } }}
    >
      <DialogTitle id={`${id}-title`} color={hasFailed ? 'error' : 'textPrimary'}>
        <span aria-live="polite">{HEADINGS[step.kind]}</span>
      </DialogTitle>
      {text === null ? null : (
        <DialogContent>
          <DialogContentText
            id={`${id}-text`}
            sx={{ overflowWrap: 'anywhere' }}
            {...(hasFailed ? { color: 'error', role: 'alert' } : {})}
          >
            {text}
          </DialogContentText>
        </DialogContent>
      )}
      <DialogActions>
        {/* One button with two names: it takes the focus when the answer comes and "Yes" goes. */}
        <Button ref={leaveButton} onClick={close} aria-disabled={isSending} autoFocus>
          {isAsking ? REPORT_TEXTS.resendCancel : words.close}
        </Button>
        {isAsking && (
          <Button variant="contained" onClick={send} aria-disabled={isSending}>
            {isSending ? words.sending : REPORT_TEXTS.resendConfirm}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
