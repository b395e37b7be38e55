import { LENGTH, REQUEST_TEXTS, STAFF_MESSAGES } from '@kidlab/contract';
import { TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { AskDialog } from '../layout/ask-dialog.js';

interface EraseDialogProps {
  readonly isOpen: boolean;
  readonly email: string;
  readonly onConfirm: (confirmation: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Nothing is erased by a click alone: the address is typed once more. */
export function EraseDialog({ isOpen, email, onConfirm, onClose }: EraseDialogProps): ReactNode {
  const [typed, setTyped] = useState('');
  const close = (): void => {
    setTyped('');
    onClose();
  };
  return (
    <AskDialog
      isOpen={isOpen}
      heading={REQUEST_TEXTS.eraseHeading}
      question={REQUEST_TEXTS.eraseQuestion}
      subject={email}
      cancel={REQUEST_TEXTS.cancel}
      confirm={REQUEST_TEXTS.erase}
      isDangerous
      check={() => (typed.trim().toLowerCase() === email ? null : STAFF_MESSAGES.confirmErasure)}
      onConfirm={() => onConfirm(typed.trim())}
      onClose={close}
    >
      <TextField
        label={REQUEST_TEXTS.email}
        name="confirmation"
        type="email"
        autoComplete="off"
        autoFocus
        fullWidth
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
        }}
        slotProps={{ htmlInput: { maxLength: LENGTH.email } }}
        sx={{ mt: 2 }}
      />
    </AskDialog>
  );
}
