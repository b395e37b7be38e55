import { SIMPLE_REST, type StaffInvitation } from '@kidlab/contract';
import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';

import { today } from './links.js';
import { Loaded } from './page.js';
import { seatLostText, SEATS_NOT_LOADED } from '../texts/invitations.js';

/** A family's invitations, latest first. */
export function useInvitationsOf(familyId: number) {
  return useGetList<StaffInvitation>('invitations', {
    filter: { familyId },
    sort: { field: 'id', order: 'DESC' },
    pagination: { page: 1, perPage: SIMPLE_REST.maxRows },
  });
}

interface ComingSeatsProps {
  readonly familyId: number;
  /** By default, the seats of all its children. */
  readonly childId?: number | undefined;
}

/** In a question: the seats in coming sessions that a deletion gives up. */
export function ComingSeats({ familyId, childId }: ComingSeatsProps): ReactNode {
  return (
    <Loaded query={useInvitationsOf(familyId)} failed={SEATS_NOT_LOADED}>
      {(invitations) =>
        invitations.flatMap(({ studyName, participations }) =>
          participations
            .filter((child) => childId === undefined || child.childId === childId)
            .filter(
              ({ state, startsLocal }) => state === 'accepted' && (startsLocal ?? '') >= today(),
            )
            .map((child) => (
              <Typography key={child.id} sx={{ mt: 1 }}>
                {seatLostText(child, studyName)}
              </Typography>
            )),
        )
      }
    </Loaded>
  );
}
