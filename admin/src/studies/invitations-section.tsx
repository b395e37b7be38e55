import {
  INVITATION_STATE_TEXTS,
  type StaffInvitation,
  type StaffParticipation,
  type StaffStudy,
  withdrawnText,
} from '@kidlab/contract';
import { Box, Button, Chip, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { RecordsIterator } from 'react-admin';

import { timeText } from '../texts/dates.js';
import { AnswerDialog } from './answer-dialog.js';
import { useChange } from './use-studies.js';
import { TextFilter } from '../inputs/filters.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { FamilyLink } from '../layout/list/cells.js';
import { IN_SECTION, OwnListBase, PortalListView } from '../layout/list/portal-list.js';
import { pageHeading, Section } from '../layout/page.js';
import { portalCalls } from '../providers/portal-calls.js';
import { answerText } from '../texts/invitations.js';
import { ANSWER_TEXTS } from '../texts/inviting.js';

/** A study's invitations, latest answer first. Staff can enter answers and withdraw invitations. */
export function InvitationsSection({ study }: { readonly study: StaffStudy }): ReactNode {
  return (
    <Section heading={ANSWER_TEXTS.section}>
      <OwnListBase
        resource="invitations"
        storeKey={`invitations.${String(study.id)}`}
        filter={{ studyId: study.id }}
        sort={{ field: 'answeredAt', order: 'DESC' }}
      >
        <PortalListView
          sx={IN_SECTION}
          hasSkipLink={false}
          filters={[<TextFilter key="q" source="q" label={ANSWER_TEXTS.name} alwaysOn />]}
        >
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            <RecordsIterator
              render={(invitation: StaffInvitation) => (
                <Invitation key={invitation.id} study={study} invitation={invitation} />
              )}
            />
          </Box>
        </PortalListView>
      </OwnListBase>
    </Section>
  );
}

const LINE = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  rowGap: 0.5,
  alignItems: 'center',
  overflowWrap: 'anywhere',
};

interface InvitationProps {
  readonly study: StaffStudy;
  readonly invitation: StaffInvitation;
}

function Invitation({ study, invitation }: InvitationProps): ReactNode {
  const { familyGuid, familyName, state, withdrawnReason, sentAt, note } = invitation;
  const isWithdrawn = state === 'withdrawn';
  return (
    <Box component="li" sx={{ borderTop: '1px solid var(--line)', pt: 1, minWidth: 0 }}>
      <Box sx={LINE}>
        <FamilyLink guid={familyGuid} name={familyName} />
        <Chip size="small" variant="outlined" label={INVITATION_STATE_TEXTS[state]} />
        <Typography variant="body2">
          {isWithdrawn ? withdrawnText(withdrawnReason) : sentAt === null ? null : timeText(sentAt)}
        </Typography>
        <Withdraw invitation={invitation} />
      </Box>
      {note === null ? null : (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {`${ANSWER_TEXTS.note}: ${note}`}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {invitation.participations.map((child) => (
          <Child key={child.id} study={study} invitation={invitation} child={child} />
        ))}
      </Box>
    </Box>
  );
}

interface ChildProps extends InvitationProps {
  readonly child: StaffParticipation;
}

function Child({ study, invitation, child }: ChildProps): ReactNode {
  const { state, familyName, participations } = invitation;
  const [isAsking, setAsking] = useState(false);
  const hasAttendance = child.state === 'attended' || child.state === 'no_show';
  return (
    <li>
      <Box sx={LINE}>
        {`${child.firstName}: ${answerText(child, state)}`}
        {hasAttendance || state === 'withdrawn' ? null : (
          <Button
            size="small"
            aria-label={`${ANSWER_TEXTS.enter} ${child.firstName} ${familyName}`}
            onClick={() => setAsking(true)}
          >
            {ANSWER_TEXTS.enter}
          </Button>
        )}
      </Box>
      {isAsking ? (
        <AnswerDialog
          study={study}
          child={child}
          siblings={participations.filter(
            (other) =>
              other.id !== child.id && other.state === child.state && other.slotId === child.slotId,
          )}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}

/** Withdraws an invitation that has no answer yet. */
function Withdraw({ invitation }: Pick<InvitationProps, 'invitation'>): ReactNode {
  const { id, state, familyName, answeredAt, participations } = invitation;
  const isUnanswered =
    state !== 'withdrawn' &&
    answeredAt === null &&
    participations.every((child) => child.state === 'invited');
  const [isAsking, setAsking] = useState(false);
  const change = useChange();
  return (
    <>
      {isUnanswered ? (
        <Button
          size="small"
          color="error"
          aria-label={`${ANSWER_TEXTS.withdraw} ${familyName}`}
          onClick={() => setAsking(true)}
        >
          {ANSWER_TEXTS.withdraw}
        </Button>
      ) : null}
      {isAsking ? (
        <AskDialog
          heading={ANSWER_TEXTS.withdrawHeading}
          question={ANSWER_TEXTS.withdrawQuestion}
          subject={familyName}
          confirm={ANSWER_TEXTS.withdraw}
          cancel={ANSWER_TEXTS.keep}
          isDangerous
          onConfirm={() => change(() => portalCalls.withdrawInvitation(id), ANSWER_TEXTS.withdrawn)}
          onClose={() => setAsking(false)}
          focusAfter={pageHeading}
        />
      ) : null}
    </>
  );
}
