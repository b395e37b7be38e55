import { SIMPLE_REST, type StaffInvitation } from '@kidlab/contract';
import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';

import { Loaded } from './page.js';
import { NAMED, today } from '../texts/dates.js';
import { seatLostText, seatsLostText, SEATS_NOT_LOADED } from '../texts/invitations.js';

/** The invitations of families, latest first. */
export function useInvitationsOf(familyIds: readonly number[]) {
  return useGetList<StaffInvitation>('invitations', {
    filter: { familyId: familyIds },
    sort: { field: 'id', order: 'DESC' },
    pagination: { page: 1, perPage: SIMPLE_REST.maxRows },
  });
}

export interface ComingSeatsProps {
  readonly familyIds: readonly number[];
  /** By default, the seats of all their children. */
  readonly childIds?: readonly number[] | undefined;
}

/** Part of a question: the seats in upcoming sessions that a deletion would give up. */
export function ComingSeats({ familyIds, childIds }: ComingSeatsProps): ReactNode {
  return (
    <Loaded query={useInvitationsOf(familyIds)} failed={SEATS_NOT_LOADED}>
      {(invitations) => {
        const lost = invitations.flatMap(({ studyName, participations }) =>
          participations
            .filter((child) => childIds === undefined || childIds.includes(child.childId))
            .filter(
              ({ state, startsLocal }) => state === 'accepted' && (startsLocal ?? '') >= today(),
            )
            .map((child) => seatLostText(child, studyName)),
        );
        const isCut = invitations.length === SIMPLE_REST.maxRows;
        const lines = isCut || lost.length > NAMED ? [seatsLostText(lost.length, isCut)] : lost;
        return lines.map((line, index) => (
          <Typography key={index} sx={{ mt: 1 }}>
            {line}
          </Typography>
        ));
      }}
    </Loaded>
  );
}
