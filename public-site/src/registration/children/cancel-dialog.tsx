import type { ReactNode } from 'react';

import { Dialog } from '../../ui/dialog.js';

/** Asks before all that was entered is removed. */
export function CancelDialog({
  onConfirm,
  onDismiss,
}: {
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
}): ReactNode {
  return (
    <Dialog title="Do you want to cancel your registration?" onDismiss={onDismiss}>
      <p>All the information you entered will be removed, and we will not contact you.</p>
      <div className="actions">
        {/* The first one has the focus: the one that loses nothing. */}
        <button type="button" className="button button-quiet" onClick={onDismiss}>
          No, keep going
        </button>
        <button type="button" className="button button-danger" onClick={onConfirm}>
          Yes, cancel my registration
        </button>
      </div>
    </Dialog>
  );
}
