import {
  INVITATION_STATE_TEXTS,
  PARTICIPATION_STATE_TEXTS,
  type StaffFamilyDetails,
  type StaffInvitation,
} from '@kidlab/contract';
import { Box, Link, type Theme } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

import { useInvitationsOf } from '../layout/coming-seats.js';
import { Loaded, Section } from '../layout/page.js';
import { type PlainRow, PlainTable } from '../layout/plain-table.js';
import { sessionPath, studyPath } from '../layout/links.js';
import { dateText } from '../texts/dates.js';
import { INVITATION_HISTORY_TEXTS, wasWithdrawn } from '../texts/invitations.js';
import { startText } from '../texts/studies.js';

/** On a phone, each row is a card. */
const CARDS_ON_A_PHONE = ({ breakpoints }: Theme) => ({
  [breakpoints.down('sm')]: {
    '& > [role="group"]': { maxHeight: 'none' },
    '& thead': visuallyHidden,
    '& tr, & th, & td': { display: 'block' },
    '& tr': { py: 1, borderBottom: '1px solid var(--line)' },
    '& th, & td': { px: 0, py: 0.25, border: 0, overflowWrap: 'anywhere' },
    '& td:empty': { display: 'none' },
    // Cards have no column headings.
    '& time::before': { content: `"${INVITATION_HISTORY_TEXTS.columns[2]} "` },
  },
});

/** Each child's invitations with the answers and the attendance. */
export function InvitationHistory({ family }: { readonly family: StaffFamilyDetails }): ReactNode {
  const invitations = useInvitationsOf([family.id]);
  const { heading, none, columns } = INVITATION_HISTORY_TEXTS;
  return (
    <Section heading={heading}>
      <Loaded query={invitations} none={none}>
        {(all) => (
          <Box sx={CARDS_ON_A_PHONE}>
            <PlainTable
              label={heading}
              columns={columns}
              rows={family.children.flatMap(({ id }) => rowsOf(id, all))}
            />
          </Box>
        )}
      </Loaded>
    </Section>
  );
}

function rowsOf(id: number, invitations: readonly StaffInvitation[]): PlainRow[] {
  return invitations.flatMap(({ studyId, studyName, state, sentAt, participations }) => {
    // A withdrawn invitation may never have been sent.
    const sent =
      state === 'sent' && sentAt !== null ? (
        <time key="sent">{dateText(sentAt)}</time>
      ) : (
        INVITATION_STATE_TEXTS[state]
      );
    return participations
      .filter(({ childId }) => childId === id)
      .map((child) => ({
        key: String(child.id),
        cells: [
          child.firstName,
          <Link key="study" component={RouterLink} to={studyPath(studyId)}>
            {studyName}
          </Link>,
          sent,
          // "Withdrawn" is already in the column before.
          wasWithdrawn(child, state) ? null : PARTICIPATION_STATE_TEXTS[child.state],
          child.slotId === null || child.startsLocal === null ? null : (
            <Link key="session" component={RouterLink} to={sessionPath(child.slotId)}>
              {startText(child.startsLocal)}
            </Link>
          ),
        ],
      }));
  });
}
