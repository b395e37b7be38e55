import {
  PORTAL_PAGES,
  type StaffChild,
  type StaffFamily,
  type StaffGuardian,
} from '@kidlab/contract';
import { useEffect, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';

import { guardianName } from './member-facts.js';
import { CallError } from '../providers/http.js';
import { FAMILY_DETAILS_TEXTS } from '../texts/portal.js';
import { FAMILY_PAGE_TEXTS } from '../texts/record.js';

/** What somebody wants to delete. */
export type Target =
  | { readonly kind: 'family'; readonly record: StaffFamily }
  | { readonly kind: 'guardian'; readonly record: StaffGuardian }
  | { readonly kind: 'child'; readonly record: StaffChild };

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

export interface Deletion {
  readonly isAsking: boolean;
  /** Heading of the question. */
  readonly heading: string;
  /** Whom the question is about. */
  readonly subject: string;
  readonly ask: (target: Target) => void;
  readonly cancel: () => void;
  /** @throws CallError */
  readonly confirm: () => Promise<void>;
  /** Deleted, and the half second that the specification waits is not over. */
  readonly gone: Target | null;
}

/**
 * Asks, deletes, and half a second later lets the page go on.
 * @param after what follows then: the page is left, or reads its data anew.
 */
export function useDeletion(after: (target: Target) => void): Deletion {
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const [asked, setAsked] = useState<Target | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [gone, setGone] = useState<Target | null>(null);

  useEffect(() => {
    if (gone === null) return;
    const timer = setTimeout(() => {
      setGone(null);
      after(gone);
    }, PORTAL_PAGES.afterDelete);
    return () => clearTimeout(timer);
    // A page that draws itself anew in between does not wait anew.
  }, [gone, after]);

  return {
    isAsking,
    heading: KINDS[asked?.kind ?? 'family'].heading,
    subject: asked === null ? '' : nameOf(asked),
    ask: (target) => {
      setAsked(target);
      setAsking(true);
    },
    cancel: () => setAsking(false),
    confirm: async () => {
      if (asked === null) return;
      const { resource, done, gone: goneAlready } = KINDS[asked.kind];
      try {
        await dataProvider.delete(resource, { id: asked.record.id });
        notify(done, { type: 'success' });
      } catch (error) {
        // A colleague was faster, or the answer to an earlier try was lost. What is gone is gone.
        if (!(error instanceof CallError && error.status === 404)) throw error;
        notify(goneAlready, { type: 'info' });
      }
      setGone(asked);
    },
    gone,
  };
}

function nameOf({ kind, record }: Target): string {
  if (kind === 'family') return record.familyName;
  return kind === 'guardian' ? guardianName(record) : record.firstName;
}
