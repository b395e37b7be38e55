import { attendanceAt, type Roster, type RosterChild, type StaffStudy } from '@kidlab/contract';
import { Alert, Box, Button, Checkbox, FormControlLabel, Link, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider, useGetOne } from 'react-admin';

import { Attendance, Mark, ON_PAPER } from './attendance.js';
import { useChange } from './use-studies.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { callTo } from '../layout/links.js';
import { FamilyLink } from '../layout/list/cells.js';
import { Section } from '../layout/page.js';
import { childName, seatQuestion, SESSION_TEXTS, siblingsText } from '../texts/invitations.js';
import { ANSWER_TEXTS } from '../texts/inviting.js';
import { seatsText, slotText, statusText } from '../texts/studies.js';

export interface RosterProps {
  readonly roster: Roster;
  /** When the roster was read, in milliseconds. */
  readonly readAt: number;
}

export function RosterOnScreen({ roster, readAt }: RosterProps): ReactNode {
  const { slot, seated, waiting, cancelled } = roster;
  const attendance = attendanceAt(Date.parse(slot.startsAt), readAt);
  const study = useGetOne<StaffStudy>('studies', { id: slot.studyId });
  const hasFreeSeat = slot.taken < slot.seats;
  const [asked, setAsked] = useState<Asked | null>(null);
  const changeButton = (child: RosterChild, to: Asked['to']): ReactNode => {
    const { action } = CHANGES[to];
    return (
      <Button
        size="small"
        aria-label={`${action} ${childName(child)}`}
        onClick={() => setAsked({ child, to })}
      >
        {action}
      </Button>
    );
  };
  const siblings = waiting
    .filter(({ id, familyId }) => familyId === asked?.child.familyId && id !== asked.child.id)
    .map(({ firstName }) => firstName);
  if (slot.cancelledAt !== null) {
    return (
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        <Alert severity="warning">{statusText(slot)}</Alert>
        <Section heading={SESSION_TEXTS.cancelled}>
          <Children of={cancelled} none={SESSION_TEXTS.nobodyCancelled}>
            {({ hadSeat }) =>
              hadSeat === null ? null : SESSION_TEXTS[hadSeat ? 'hadSeat' : 'wasWaiting']
            }
          </Children>
        </Section>
      </Box>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <Box className="printed" sx={{ minWidth: 0, width: '100%' }}>
        <Section heading={`${SESSION_TEXTS.roster}: ${seatsText(slot)}`}>
          <Typography sx={ON_PAPER}>
            {[slot.studyName, slotText(slot), study.data?.place].filter(Boolean).join(', ')}
          </Typography>
          {attendance === 'over' ? null : (
            <Typography variant="body2" sx={{ '@media print': { display: 'none' } }}>
              {attendance === 'early' ? SESSION_TEXTS.notYet : SESSION_TEXTS.undoHint}
            </Typography>
          )}
          <Children of={seated} none={SESSION_TEXTS.nobody}>
            {(child) => (
              <>
                {attendance === 'open' ? <Attendance child={child} /> : <Mark child={child} />}
                {child.state === 'accepted' ? (
                  <>
                    {child.isAgeOpen ? changeButton(child, 'confirmAge') : null}
                    {changeButton(child, 'remove')}
                  </>
                ) : null}
              </>
            )}
          </Children>
        </Section>
      </Box>
      <Box sx={{ minWidth: 0, '@media print': { display: 'none' } }}>
        <Section heading={SESSION_TEXTS.waiting}>
          {waiting.length > 0 && !hasFreeSeat ? (
            <Typography variant="body2">{SESSION_TEXTS.noFreeSeat}</Typography>
          ) : null}
          <Children of={waiting} none={SESSION_TEXTS.nobodyWaits}>
            {(child) => (
              <>
                {hasFreeSeat ? changeButton(child, 'seat') : null}
                {child.isAgeOpen ? changeButton(child, 'confirmAge') : null}
                {changeButton(child, 'remove')}
              </>
            )}
          </Children>
        </Section>
      </Box>
      {asked === null ? null : (
        <ChangeDialog {...asked} siblings={siblings} onClose={() => setAsked(null)} />
      )}
    </Box>
  );
}

function linkId({ id }: RosterChild): string {
  return `child-${String(id)}`;
}

interface ChildrenProps {
  readonly of: readonly RosterChild[];
  /** Shown if the list is empty. */
  readonly none: string;
  /** The actions for a child. */
  readonly children?: (child: RosterChild) => ReactNode;
}

/** One row per child; on a phone its cells are stacked. */
function Children({ of, none, children }: ChildrenProps): ReactNode {
  if (of.length === 0) return <Typography>{none}</Typography>;
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {of.map((child) => (
        <Box
          component="li"
          key={child.id}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr)) auto' },
            columnGap: 2,
            rowGap: 0.5,
            py: 1,
            borderTop: '1px solid var(--line)',
            overflowWrap: 'anywhere',
            breakInside: 'avoid',
            '@media print': { py: 0.25 },
          }}
        >
          <Box sx={{ '@media print': { display: 'flex', columnGap: 1 } }}>
            <FamilyLink
              id={linkId(child)}
              guid={child.familyGuid}
              name={childName(child)}
              sx={{ fontWeight: 600 }}
            />
            <Typography variant="body2">
              {child.ageText}, {child.gender}
            </Typography>
          </Box>
          <Typography variant="body2" component="div">
            {child.guardianName}{' '}
            <Link href={callTo(child.primaryPhone)} sx={{ whiteSpace: 'nowrap' }}>
              {child.primaryPhone}
            </Link>
            {[child.specialNeeds, child.note].map((text, index) =>
              text === null || text === '' ? null : <div key={index}>{text}</div>,
            )}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            {children?.(child)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const CHANGES = {
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
    question: () => SESSION_TEXTS.confirmAgeQuestion,
    change: ({ state }: RosterChild) => ({ state, ageConfirmed: true }),
    done: SESSION_TEXTS.ageConfirmed,
  },
} as const;

interface Asked {
  readonly child: RosterChild;
  readonly to: keyof typeof CHANGES;
}

interface ChangeDialogProps extends Asked {
  /** First names of the family's other children on the waiting list, who are not changed. */
  readonly siblings: readonly string[];
  readonly onClose: () => void;
}

/** Gives a child a seat, removes it, or confirms its age. The family gets an email, except about a confirmed age. */
function ChangeDialog({ child, to, siblings, onClose }: ChangeDialogProps): ReactNode {
  const dataProvider = useDataProvider();
  const change = useChange();
  const [ageConfirmed, setAgeConfirmed] = useState(false);
  const { action, question, change: changeOf, done } = CHANGES[to];
  return (
    <AskDialog
      heading={action}
      question={[question(child), to === 'confirmAge' ? '' : siblingsText(siblings)].join(' ')}
      subject={childName(child)}
      confirm={action}
      isDangerous={to === 'remove'}
      onConfirm={() =>
        change(
          () =>
            dataProvider.update('participations', {
              id: child.id,
              data: { ...changeOf(child), ...(ageConfirmed ? { ageConfirmed } : {}) },
              previousData: child,
            }),
          done,
        )
      }
      onClose={onClose}
      // The button is gone, and so is the row, unless only the age was confirmed.
      focusAfter={() =>
        to === 'confirmAge' ? document.getElementById(linkId(child)) : document.querySelector('h1')
      }
    >
      {to === 'seat' && child.ageConfirmedAt === null ? (
        <FormControlLabel
          label={ANSWER_TEXTS.ageConfirmed}
          control={<Checkbox size="small" autoFocus checked={ageConfirmed} />}
          onChange={(_, isChecked) => setAgeConfirmed(isChecked)}
        />
      ) : undefined}
    </AskDialog>
  );
}
