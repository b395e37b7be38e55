import {
  ageQuestionOf,
  attendanceAt,
  openAgeOf,
  type Roster,
  type RosterChild,
  slotDay,
} from '@kidlab/contract';
import { Alert, Box, Button, Link, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { Attendance, Mark } from './attendance.js';
import { type Asked, CHANGES, ChangeDialog, linkId } from './change-dialog.js';
import { callTo } from '../layout/links.js';
import { FamilyLink } from '../layout/list/cells.js';
import { Section } from '../layout/page.js';
import { childName, SESSION_TEXTS, whyWaitingText } from '../texts/invitations.js';
import { slotText, statusText, takenText } from '../texts/studies.js';

export interface RosterProps {
  readonly roster: Roster;
  /** In milliseconds. */
  readonly now: number;
}

const ON_EACH_SHEET = {
  display: 'none',
  // A long word would make the table wider than the sheet, which cuts it off.
  overflowWrap: 'anywhere',
  '@media print': { display: 'table-header-group', breakInside: 'avoid' },
};

export function RosterOnScreen({ roster, now }: RosterProps): ReactNode {
  const { slot, study, seated, waiting, whyWaiting, cancelled } = roster;
  const attendance = attendanceAt(Date.parse(slot.startsAt), now);
  const day = slotDay(slot);
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
  const confirmButton = (child: RosterChild): ReactNode =>
    child.ageConfirmedAt === null && openAgeOf(child, study.criteria, day) !== null
      ? changeButton(child, 'confirmAge')
      : null;
  const siblings = waiting
    .filter(({ id, familyId }) => familyId === asked?.child.familyId && id !== asked.child.id)
    .map(({ firstName }) => firstName);
  if (slot.cancelledAt !== null) {
    return (
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        <Alert severity="warning">{statusText(slot)}</Alert>
        <Section heading={SESSION_TEXTS.cancelled}>
          <Children of={cancelled} none={SESSION_TEXTS.nobodyCancelled} />
        </Section>
      </Box>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <Box
        className="printed"
        sx={{
          minWidth: 0,
          width: '100%',
          '@media print': { '> section': { display: 'table', width: '100%' } },
        }}
      >
        <Section heading={`${SESSION_TEXTS.roster}: ${takenText(slot)}`}>
          {/* Browsers repeat the head of a table on each sheet. */}
          <Typography sx={ON_EACH_SHEET}>
            {[slot.studyName, slotText(slot), study.place].filter(Boolean).join(', ')}
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
                    {confirmButton(child)}
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
          {whyWaiting.length === 0 ? null : (
            <Typography variant="body2">{whyWaitingText(whyWaiting)}</Typography>
          )}
          <Children of={waiting} none={SESSION_TEXTS.nobodyWaits}>
            {(child) => (
              <>
                {hasFreeSeat ? changeButton(child, 'seat') : null}
                {confirmButton(child)}
                {changeButton(child, 'remove')}
              </>
            )}
          </Children>
        </Section>
      </Box>
      {asked === null ? null : (
        <ChangeDialog
          {...asked}
          ageQuestion={ageQuestionOf(asked.child, study.criteria, day)}
          siblings={siblings}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  );
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
          <Box
            sx={{
              '@media print': { display: 'grid', gridTemplateColumns: '3fr 2fr', columnGap: 1 },
            }}
          >
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
              text === null || text === '' ? null : (
                <Box key={index} sx={{ whiteSpace: 'pre-line' }}>
                  {text}
                </Box>
              ),
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
