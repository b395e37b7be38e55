import { PORTAL_ROUTES } from '@kidlab/contract';
import { Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';

import { MEMBERS } from './members.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { ComingSeats } from '../layout/coming-seats.js';
import { pageHeading } from '../layout/page.js';
import { isGone } from '../providers/http.js';
import { FAMILY_DETAILS_TEXTS } from '../texts/portal.js';
import { DELETE_TEXTS } from '../texts/record.js';

/** Delay after a delete, in milliseconds. Source: admin portal, section 9. */
const AFTER_DELETE = 500;

export interface Target {
  readonly kind: 'family' | keyof typeof MEMBERS;
  readonly id: number;
  readonly name: string;
  /** What staff should know before they delete. */
  readonly note?: string | undefined;
}

interface DeleteDialogProps {
  readonly target: Target;
  readonly familyId: number;
  readonly onClose: () => void;
}

/** Confirms and deletes, then leaves the page of a deleted family or reloads the data. */
export function DeleteDialog({ target, familyId, onClose }: DeleteDialogProps): ReactNode {
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { kind, id, name, note } = target;
  const isFamily = kind === 'family';
  const { heading, done, gone } = DELETE_TEXTS[kind];
  const erase = async (): Promise<void> => {
    try {
      await dataProvider.delete(isFamily ? 'families' : MEMBERS[kind].resource, { id });
      notify(done, { type: 'success' });
    } catch (error) {
      if (!isGone(error)) {
        // The response may have been lost, or someone else has changed the family.
        void queryClient.invalidateQueries();
        throw error;
      }
      notify(gone, { type: 'info' });
    }
    await new Promise((resolve) => setTimeout(resolve, AFTER_DELETE));
    // Back must not lead to a deleted family, and its query must not run again.
    if (isFamily) void navigate(PORTAL_ROUTES.addFamily, { replace: true });
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => !isFamily || queryKey[0] !== 'family',
    });
  };
  return (
    <AskDialog
      heading={heading}
      question={FAMILY_DETAILS_TEXTS.deleteQuestion}
      subject={
        <>
          {name}
          {note === undefined ? null : <Typography sx={{ mt: 1 }}>{note}</Typography>}
          {kind === 'guardian' ? null : (
            <ComingSeats familyIds={[familyId]} childIds={kind === 'child' ? [id] : undefined} />
          )}
        </>
      }
      confirm={FAMILY_DETAILS_TEXTS.delete}
      isDangerous
      onConfirm={erase}
      onClose={onClose}
      // The section's heading; for a family, the page's.
      focusAfter={() => document.getElementById(headingId(kind)) ?? pageHeading()}
    />
  );
}

export function headingId(kind: Target['kind']): string {
  return `${kind}-heading`;
}
