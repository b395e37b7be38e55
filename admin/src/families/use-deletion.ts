import { useEffect, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';

import { useDialog } from '../layout/ask-dialog.js';
import { CallError } from '../providers/http.js';
import { FAMILY_DETAILS_TEXTS } from '../texts/portal.js';
import { FAMILY_PAGE_TEXTS } from '../texts/record.js';

const KINDS = {
  family: {
    resource: 'families',
    heading: FAMILY_DETAILS_TEXTS.added.deleteFamilyHeading,
    done: FAMILY_PAGE_TEXTS.familyDeleted,
    gone: FAMILY_PAGE_TEXTS.familyGone,
  },
  guardian: {
    resource: 'guardians',
    heading: FAMILY_DETAILS_TEXTS.deleteGuardianHeading,
    done: FAMILY_PAGE_TEXTS.guardianDeleted,
    gone: FAMILY_PAGE_TEXTS.guardianGone,
  },
  child: {
    resource: 'children',
    heading: FAMILY_DETAILS_TEXTS.added.deleteChildHeading,
    done: FAMILY_PAGE_TEXTS.childDeleted,
    gone: FAMILY_PAGE_TEXTS.childGone,
  },
} as const;

/** Pause between a delete and what follows it, in milliseconds. Source: admin portal, section 9. */
const AFTER_DELETE = 500;

/** What somebody wants to delete. */
export interface Target {
  readonly kind: keyof typeof KINDS;
  readonly id: number;
  readonly name: string;
}

export type Deletion = ReturnType<typeof useDeletion>;

/**
 * Asks, deletes, and half a second later lets the page go on.
 * @param after what follows then: the page is left, or reads its data anew.
 */
export function useDeletion(after: (target: Target) => void) {
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const { open, dialog } = useDialog();
  const [asked, setAsked] = useState<Target>({ kind: 'family', id: 0, name: '' });
  /** Deleted, and the half second that the specification waits is not over. */
  const [gone, setGone] = useState<Target | null>(null);

  useEffect(() => {
    if (gone === null) return;
    const timer = setTimeout(() => {
      setGone(null);
      after(gone);
    }, AFTER_DELETE);
    return () => clearTimeout(timer);
    // A page that draws itself anew in between does not wait anew.
  }, [gone, after]);

  const { resource, heading, done, gone: goneAlready } = KINDS[asked.kind];
  return {
    ask: (target: Target): void => {
      setAsked(target);
      open();
    },
    gone,
    /** Of the `AskDialog`. */
    dialog: {
      ...dialog,
      heading,
      question: FAMILY_DETAILS_TEXTS.deleteQuestion,
      subject: asked.name,
      confirm: FAMILY_DETAILS_TEXTS.delete,
      isDangerous: true,
      onConfirm: async (): Promise<void> => {
        try {
          await dataProvider.delete(resource, { id: asked.id });
          notify(done, { type: 'success' });
        } catch (error) {
          // A colleague was faster, or the answer to an earlier try was lost. What is gone is gone.
          if (!(error instanceof CallError && error.status === 404)) throw error;
          notify(goneAlready, { type: 'info' });
        }
        setGone(asked);
      },
    },
  };
}
