import type { ReactNode } from 'react';
import { useDataProvider, useNotify, useRefresh } from 'react-admin';
import { useNavigate } from 'react-router';

import { AskDialog } from '../layout/ask-dialog.js';
import { isGone } from '../providers/http.js';

interface DeleteDialogProps {
  readonly resource: 'studies' | 'slots';
  readonly id: number;
  readonly heading: string;
  readonly question: string;
  /** Names the record. */
  readonly subject: string;
  /** Notice after the deletion. */
  readonly done: string;
  /** The page that opens then. */
  readonly to: string;
  readonly onClose: () => void;
}

/** Deletes a study or a session, and leaves its page. */
export function DeleteDialog({ resource, id, done, to, ...dialog }: DeleteDialogProps): ReactNode {
  const dataProvider = useDataProvider();
  const navigate = useNavigate();
  const notify = useNotify();
  const refresh = useRefresh();
  return (
    <AskDialog
      {...dialog}
      confirm={dialog.heading}
      isDangerous
      onConfirm={async () => {
        try {
          await dataProvider.delete(resource, { id });
        } catch (error) {
          if (!isGone(error)) {
            // Someone may have used it since. Not `useChange`, which would also reload a deleted record.
            refresh();
            throw error;
          }
        }
        notify(done, { type: 'success' });
        void navigate(to, { replace: true });
      }}
    />
  );
}
