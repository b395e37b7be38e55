import {
  PARTICIPATION_STATE_TEXTS,
  type ParticipationState,
  type Roster,
  type RosterChild,
} from '@kidlab/contract';
import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDataProvider, useNotify } from 'react-admin';

import { failureText } from '../providers/http.js';
import { childName, SESSION_TEXTS } from '../texts/invitations.js';

const ON_PAPER = { display: 'none', '@media print': { display: 'block' } };

/** The attendance. On paper, boxes to tick if none is recorded. */
export function Mark({ child: { state } }: { readonly child: RosterChild }): ReactNode {
  return state === 'accepted' ? (
    <Box aria-hidden sx={ON_PAPER}>
      ☐ {SESSION_TEXTS.came} ☐ {SESSION_TEXTS.noShow}
    </Box>
  ) : (
    PARTICIPATION_STATE_TEXTS[state]
  );
}

/** Records attendance with one tap; a second tap undoes it. */
export function Attendance({ child }: { readonly child: RosterChild }): ReactNode {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const {
    mutate: mark,
    isPending,
    variables,
  } = useMutation({
    // A tap during a save waits until it ends. By then, the roster has the child's new version.
    scope: { id: `attendance of ${String(child.id)}` },
    mutationFn: (state: ParticipationState) => {
      const roster = queryClient.getQueryData<Roster>(['roster', child.slotId]);
      const previousData = roster?.seated.find(({ id }) => id === child.id) ?? child;
      return dataProvider.update('participations', { id: child.id, data: { state }, previousData });
    },
    onError: (error) => notify(failureText(error), { type: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['roster'] }),
  });
  return (
    <>
      <ToggleButtonGroup
        exclusive
        aria-label={childName(child)}
        aria-busy={isPending}
        value={isPending ? variables : child.state}
        onChange={(_, state: ParticipationState | null) => mark(state ?? 'accepted')}
      >
        <ToggleButton value="attended">{SESSION_TEXTS.came}</ToggleButton>
        <ToggleButton value="no_show">{SESSION_TEXTS.noShow}</ToggleButton>
      </ToggleButtonGroup>
      <Box sx={ON_PAPER}>
        <Mark child={child} />
      </Box>
    </>
  );
}
