import {
  SIMPLE_REST,
  type StaffFamilyDetails,
  type StaffInvitation,
  type StaffParticipation,
} from '@kidlab/contract';
import { Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';

import { Loaded, Section } from '../layout/page.js';
import { PlainTable } from '../layout/plain-table.js';
import { sessionPath, studyPath } from '../layout/record-paths.js';
import { site } from '../site.js';
import { formatDate } from '../texts/dates.js';
import {
  INVITATION_HISTORY_TEXTS,
  INVITATION_STATE_TEXTS,
  PARTICIPATION_STATE_TEXTS,
} from '../texts/invitations.js';
import { startText } from '../texts/studies.js';

/** To which studies each child of a family was invited, what was answered, and whether it came. */
export function InvitationHistory({ family }: { readonly family: StaffFamilyDetails }): ReactNode {
  const invitations = useGetList<StaffInvitation>(
    'invitations',
    {
      filter: { familyId: family.id },
      sort: { field: 'id', order: 'DESC' },
      pagination: { page: 1, perPage: SIMPLE_REST.maxRows },
    },
    { onError: () => undefined },
  );
  const { heading, none, columns } = INVITATION_HISTORY_TEXTS;
  return (
    <Section heading={heading}>
      <Loaded query={invitations}>
        {(all) =>
          all.length === 0 ? (
            <Typography>{none}</Typography>
          ) : (
            <PlainTable
              label={heading}
              columns={columns}
              rows={family.children.flatMap(({ id }) => rowsOf(id, all))}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

function rowsOf(id: number, invitations: readonly StaffInvitation[]) {
  return invitations.flatMap((invitation) =>
    invitation.participations
      .filter(({ childId }) => childId === id)
      .map((participation) => ({
        key: String(participation.id),
        cells: cellsOf(invitation, participation),
      })),
  );
}

function cellsOf(
  { studyId, studyName, state, sentAt }: StaffInvitation,
  participation: StaffParticipation,
): ReactNode[] {
  const { firstName, slotId, startsLocal } = participation;
  return [
    firstName,
    <Link key="study" component={RouterLink} to={studyPath(studyId)}>
      {studyName}
    </Link>,
    sentAt === null ? INVITATION_STATE_TEXTS[state] : formatDate(sentAt, site.labTimeZone),
    PARTICIPATION_STATE_TEXTS[participation.state],
    slotId === null || startsLocal === null ? null : (
      <Link key="session" component={RouterLink} to={sessionPath(slotId)}>
        {startText(startsLocal)}
      </Link>
    ),
  ];
}
