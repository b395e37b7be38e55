import { CANCELLATION_FORM, faultOf, type StaffSlot, STUDY_LENGTH } from '@kidlab/contract';
import { TextField } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { flushSync } from 'react-dom';

import { useMailedFamilies } from './use-roster.js';
import { useChange } from './use-studies.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { portalCalls } from '../providers/portal-calls.js';
import { mailedText } from '../texts/invitations.js';
import { SLOT_TEXTS, slotText } from '../texts/studies.js';

interface EndSlotDialogProps {
  readonly what: 'cancel' | 'delete';
  readonly slot: StaffSlot;
  readonly onClose: () => void;
}

/** Cancels a session, for a reason that parents read; or deletes one for which nobody has answered. */
export function EndSlotDialog({ what, slot, onClose }: EndSlotDialogProps): ReactNode {
  const dataProvider = useDataProvider();
  const change = useChange();
  const [reason, setReason] = useState('');
  const hasEnded = useRef(false);
  const isCancel = what === 'cancel';
  const mailed = useMailedFamilies(isCancel ? slot.id : undefined);
  return (
    <AskDialog
      isOpen
      heading={SLOT_TEXTS[what]}
      question={
        isCancel ? `${SLOT_TEXTS.cancelQuestion} ${mailedText(mailed)}` : SLOT_TEXTS.deleteQuestion
      }
      subject={slotText(slot)}
      confirm={SLOT_TEXTS[what]}
      isDangerous
      check={() => (isCancel ? faultOf(CANCELLATION_FORM.reason, reason) : null)}
      onConfirm={async () => {
        await change(() =>
          isCancel
            ? portalCalls.cancelSlot(slot.id, reason)
            : dataProvider.delete('slots', { id: slot.id }),
        );
        hasEnded.current = true;
      }}
      onClose={() => {
        // The dialog gives the focus back to the button that opened it, which goes with the session.
        flushSync(onClose);
        if (hasEnded.current) document.querySelector<HTMLElement>('h1')?.focus();
      }}
    >
      {isCancel ? (
        <TextField
          name="reason"
          fullWidth
          multiline
          autoFocus
          margin="normal"
          label={SLOT_TEXTS.reason}
          value={reason}
          slotProps={{ htmlInput: { maxLength: STUDY_LENGTH.cancelReason } }}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : undefined}
    </AskDialog>
  );
}
