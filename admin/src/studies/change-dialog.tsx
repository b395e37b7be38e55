import type { RosterChild } from '@kidlab/contract';
import { Checkbox, FormControlLabel } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider } from 'react-admin';

import { useChange } from './use-studies.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { pageHeading } from '../layout/page.js';
import { ClientCheckError } from '../providers/http.js';
import {
  childName,
  confirmAgeQuestion,
  seatQuestion,
  SESSION_TEXTS,
  siblingsText,
} from '../texts/invitations.js';
import { AGE_NOT_CONFIRMED, ageConfirmedText } from '../texts/inviting.js';

/** What staff can change for one child on a roster. */
export const CHANGES = {
  seat: {
    action: SESSION_TEXTS.seat,
    question: seatQuestion,
    change: () => ({ state: 'accepted' }),
    done: SESSION_TEXTS.seated,
  },
  remove: {
    action: SESSION_TEXTS.remove,
    question: () => SESSION_TEXTS.removeQuestion,
    change: () => ({ state: 'cancelled_by_lab' }),
    done: SESSION_TEXTS.removed,
  },
  confirmAge: {
    action: SESSION_TEXTS.confirmAge,
    question: (_: RosterChild, ageQuestion: string) => confirmAgeQuestion(ageQuestion),
    change: ({ state }: RosterChild) => ({ state, ageConfirmed: true }),
    done: SESSION_TEXTS.ageConfirmed,
  },
} as const;

export interface Asked {
  readonly child: RosterChild;
  readonly to: keyof typeof CHANGES;
}

interface ChangeDialogProps extends Asked {
  /** To the parent; `null` if the month of birth is enough to tell. */
  readonly ageQuestion: string | null;
  /** First names of the family's other children on the waiting list, who are not changed. */
  readonly siblings: readonly string[];
  readonly onClose: () => void;
}

/** The id of the link to a child's family. */
export function linkId({ id }: RosterChild): string {
  return `child-${String(id)}`;
}

/** Gives a child a seat, removes it, or confirms its age. The family gets an email, except about a confirmed age. */
export function ChangeDialog(props: ChangeDialogProps): ReactNode {
  const { child, to, ageQuestion, siblings, onClose } = props;
  const dataProvider = useDataProvider();
  const change = useChange();
  const [ageConfirmed, setAgeConfirmed] = useState(false);
  const { action, question, change: changeOf, done } = CHANGES[to];
  const isAgeAsked = to === 'seat' && ageQuestion !== null && child.ageConfirmedAt === null;
  return (
    <AskDialog
      heading={action}
      question={[
        question(child, ageQuestion ?? ''),
        to === 'confirmAge' ? '' : siblingsText(siblings),
      ].join(' ')}
      subject={childName(child)}
      confirm={action}
      isDangerous={to === 'remove'}
      onConfirm={async () => {
        if (isAgeAsked && !ageConfirmed) throw new ClientCheckError(AGE_NOT_CONFIRMED);
        const data = { ...changeOf(child), ...(ageConfirmed ? { ageConfirmed } : {}) };
        await change(
          () => dataProvider.update('participations', { id: child.id, data, previousData: child }),
          done,
        );
      }}
      onClose={onClose}
      // The button is gone, and so is the row, unless only the age was confirmed.
      focusAfter={() =>
        to === 'confirmAge' ? document.getElementById(linkId(child)) : pageHeading()
      }
    >
      {isAgeAsked ? (
        <FormControlLabel
          label={ageConfirmedText(ageQuestion)}
          control={<Checkbox size="small" autoFocus checked={ageConfirmed} />}
          onChange={(_, isChecked) => setAgeConfirmed(isChecked)}
        />
      ) : undefined}
    </AskDialog>
  );
}
