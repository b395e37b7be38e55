import { CANCELLATION_FORM, type StaffSlot, STUDY_LENGTH } from '@kidlab/contract';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useDataProvider } from 'react-admin';

import { useChange, useMailedFamilies } from './use-studies.js';
import { LongTextInput } from '../inputs/inputs.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { portalCalls } from '../providers/portal-calls.js';
import { mailedText } from '../texts/invitations.js';
import { SLOT_TEXTS, slotText } from '../texts/studies.js';

interface EndSlotDialogProps {
  readonly what: 'cancel' | 'delete';
  readonly slot: StaffSlot;
  readonly onClose: () => void;
}

/** Cancels a session with a reason for parents, or deletes one that no family has answered. */
export function EndSlotDialog({ what, slot, onClose }: EndSlotDialogProps): ReactNode {
  const dataProvider = useDataProvider();
  const change = useChange();
  const isCancel = what === 'cancel';
  const mailed = useMailedFamilies(isCancel ? slot.id : undefined);
  return (
    <AskDialog
      heading={SLOT_TEXTS[what]}
      question={
        isCancel ? `${SLOT_TEXTS.cancelQuestion} ${mailedText(mailed)}` : SLOT_TEXTS.deleteQuestion
      }
      subject={slotText(slot)}
      confirm={SLOT_TEXTS[what]}
      cancel={SLOT_TEXTS.keep}
      isDangerous
      {...(isCancel ? { rules: CANCELLATION_FORM, values: { reason: '' } } : {})}
      onConfirm={({ reason = '' }) =>
        isCancel
          ? change(() => portalCalls.cancelSlot(slot.id, reason), SLOT_TEXTS.wasCanceled)
          : change(() => dataProvider.delete('slots', { id: slot.id }), SLOT_TEXTS.wasDeleted)
      }
      onClose={onClose}
      // The button of the dialog disappears with the session.
      focusAfter={() => document.querySelector('h1')}
    >
      {isCancel ? (
        <Box sx={{ mt: 2 }}>
          <LongTextInput
            source="reason"
            label={SLOT_TEXTS.reason}
            required
            autoFocus
            rows={2}
            limit={STUDY_LENGTH.cancelReason}
          />
        </Box>
      ) : undefined}
    </AskDialog>
  );
}
