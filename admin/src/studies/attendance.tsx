import { type ParticipationState, type RosterChild } from '@kidlab/contract';
import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotify, useUpdate } from 'react-admin';

import { failureText } from '../providers/http.js';
import { childName, PARTICIPATION_STATE_TEXTS, SESSION_TEXTS } from '../texts/invitations.js';

export const ON_PAPER = { display: 'none', '@media print': { display: 'block' } };

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

const MARKS = {
  '& button': { minHeight: 'var(--target)', px: 2, py: 0, textTransform: 'none' },
  '& button:not(.Mui-selected)': { color: 'text.primary' },
  '& button.Mui-selected, & button.Mui-selected:hover': {
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
  },
};

/** Records attendance with one tap; a second tap undoes it. */
export function Attendance({ child }: { readonly child: RosterChild }): ReactNode {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [update, { isPending, variables }] = useUpdate<RosterChild>('participations', undefined, {
    mutationMode: 'pessimistic',
    onError: (error) => notify(failureText(error), { type: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['roster'] }),
  });
  const mark = (state: ParticipationState): void => {
    void update('participations', { id: child.id, data: { state }, previousData: child });
  };
  return (
    <>
      <ToggleButtonGroup
        exclusive
        color="primary"
        aria-label={childName(child)}
        value={isPending ? variables.data?.state : child.state}
        onChange={(_, state: ParticipationState | null) => {
          if (!isPending) mark(state ?? 'accepted');
        }}
        sx={MARKS}
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
