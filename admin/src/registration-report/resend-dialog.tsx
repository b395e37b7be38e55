import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { RegistrationReportRow } from '@kidlab/contract';
import { useQueryClient } from '@tanstack/react-query';

import { REPORT_TEXTS, resendQuestion } from '../texts/search.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { CallError } from '../providers/http.js';
import { REGISTRATION_REPORT } from '../providers/virtual-resources.js';

/** Where the resend dialog stands. */
type ResendStep =
  | { readonly kind: 'confirm' | 'sending' | 'sent' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface ResendControl {
  readonly isOpen: boolean;
  readonly step: ResendStep;
  /** To whom. */
  readonly email: string;
  /** @param icon that was pressed: the focus returns to it. */
  readonly ask: (row: RegistrationReportRow, icon: HTMLElement) => void;
  readonly send: () => void;
  readonly close: () => void;
  /** Puts the focus back, once the dialog has left the screen. */
  readonly returnFocus: () => void;
}

const CONFIRM: ResendStep = { kind: 'confirm' };

/** A refusal says that the row is out of date: the family is gone, or it has confirmed. */
const OUT_OF_DATE: readonly unknown[] = [404, 409];

/** The icon of a family's row, by its id: the row may have been drawn anew while the dialog was open. */
export function resendIconId(familyId: number): string {
  return `resend-${String(familyId)}`;
}

/** Puts the focus back where it was; the icon is gone when the family has confirmed meanwhile. */
function focusAgain(familyId: number, row: HTMLElement | null): void {
  const icon = document.getElementById(resendIconId(familyId));
  const heading = document.querySelector<HTMLElement>('h1');
  (icon ?? (row?.isConnected === true ? row : heading))?.focus();
}

/** The resend of one row of the report. */
export function useResend(): ResendControl {
  const dataProvider = usePortalProvider();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [step, setStep] = useState<ResendStep>(CONFIRM);
  const [email, setEmail] = useState('');
  const opener = useRef<{ familyId: number; row: HTMLElement | null }>(null);

  const refresh = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: [REGISTRATION_REPORT, 'getList'] });

  async function resend(): Promise<void> {
    setStep({ kind: 'sending' });
    try {
      await dataProvider.resendConfirmation(email);
      setStep({ kind: 'sent' });
    } catch (error) {
      const failure = error instanceof CallError ? error : null;
      // Before the failure is told, so that the focus does not return to an icon that is about to go.
      if (OUT_OF_DATE.includes(failure?.status)) await refresh();
      setStep({ kind: 'failed', reason: failure?.serverMessage ?? REPORT_TEXTS.unknownError });
    }
  }

  return {
    isOpen,
    step,
    email,
    ask: (row, icon) => {
      opener.current = { familyId: row.id, row: icon.closest('tr') };
      setEmail(row.email);
      setStep(CONFIRM);
      setIsOpen(true);
    },
    send: () => {
      if (step.kind === 'confirm') void resend();
    },
    close: () => {
      if (step.kind === 'sending') return;
      setIsOpen(false);
      // By now the mail has left, and the row says so.
      if (step.kind === 'sent') void refresh();
    },
    returnFocus: () => {
      if (opener.current !== null) focusAgain(opener.current.familyId, opener.current.row);
    },
  };
}

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
