import type { InvitationView, InvitedChild, ParticipationState } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { calendarAddress, fetchInvitation, presentOf, sendAnswers } from '../api/invitation.js';
import { PAGES } from '../pages.js';
import { hrefOf } from '../site/location.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { MailedLink, type MailedPage } from '../ui/mailed-link.js';
import { PageHead } from '../ui/new-heading.js';
import { useSubmission } from '../ui/submission.js';
import { AnswerForm } from './answer-form.js';
import { beforeYou } from './child-choices.js';
import { textOf } from './times.js';

const WORDS: Readonly<Record<ParticipationState, string>> = {
  invited: 'No answer yet',
  accepted: 'You have a seat',
  waitlisted: 'You are on the waiting list',
  declined: 'No, thank you',
  cancelled_by_parent: 'You canceled',
  cancelled_by_lab: 'We are sorry, but we had to cancel.',
  attended: 'Thank you for coming!',
  no_show: 'We missed you',
};

interface ChildCardProps {
  readonly guid: string;
  readonly child: InvitedChild;
  readonly place: string;
  /** Its session filled up before the answer was saved. */
  readonly isLate: boolean;
  readonly busy: boolean;
  readonly working: boolean;
  readonly onCancel: () => void;
}

function ChildCard(props: ChildCardProps): ReactNode {
  const { guid, child, place, isLate, busy, working, onCancel } = props;
  const { firstName, state, slot, hasBegun, cancelled, waitingBefore } = child;
  // The lab removed only this child. The session still takes place.
  const isRemoved = state === 'cancelled_by_lab' && cancelled?.reason === '';
  const mayCancel = !hasBegun && (state === 'accepted' || state === 'waitlisted');
  return (
    <section className="card">
      <h2 translate="no">{firstName}</h2>
      {isLate && (
        <p className="news" role="alert">
          {`This session filled up before your answer was saved. ${firstName} is now on its waiting list. To choose another time, press “Change”.`}
        </p>
      )}
      <p className="lead">
        {isRemoved ? 'You no longer have a seat in this session.' : WORDS[state]}
      </p>
      {slot !== null && <p>{textOf(slot)}</p>}
      {cancelled !== null && <p>{textOf(cancelled)}</p>}
      {cancelled !== null && cancelled.reason !== '' && <p>{cancelled.reason}</p>}
      {slot !== null && place !== '' && <p>{`Where: ${place}`}</p>}
      {waitingBefore !== null && !hasBegun && (
        <p>
          {`${waitingBefore === 0 ? 'You are first in line' : beforeYou(waitingBefore)}. We will email you if a seat opens up.`}
        </p>
      )}
      {mayCancel && (
        <div className="actions">
          {state === 'accepted' && slot !== null && (
            <a className="button button-quiet" href={calendarAddress(guid, slot.id)} download>
              Add to your calendar
            </a>
          )}
          <Button look="quiet" busy={busy} working={working} onClick={onCancel}>
            We can’t come <span className="visually-hidden">{`with ${firstName}`}</span>
          </Button>
        </div>
      )}
    </section>
  );
}

interface SavedAnswersProps extends MailedPage<InvitationView> {
  /** Sent from this page a moment ago. */
  readonly isSaved: boolean;
  /** Participations whose session filled up before the answer was saved. */
  readonly late: readonly number[];
  readonly onSaved: (view: InvitationView) => void;
  readonly onChange: () => void;
}

function SavedAnswers(props: SavedAnswersProps): ReactNode {
  const { guid, view, isSaved, late, refusalOf, onSaved, onView, onChange } = props;
  const [leaving, setLeaving] = useState<InvitedChild | null>(null);
  const submission = useSubmission((error) => {
    const present = presentOf(error);
    if (present !== undefined) onView(present);
    return refusalOf(error);
  });

  const isAllCanceled = view.children.every(({ state }) => state === 'cancelled_by_lab');
  // "None of these dates" is not an answer.
  const hasAnswer = isSaved && !isAllCanceled && submission.fault === null;
  const isSeated = leaving?.state === 'accepted';

  const cancel = ({ participationId }: InvitedChild): void => {
    setLeaving(null);
    submission.submit(async () => {
      const answers = [{ participationId, answer: 'no' as const }];
      onSaved(await sendAnswers(guid, { sequence: view.sequence, answers }));
    }, String(participationId));
  };

  return (
    <>
      <PageHead submission={submission}>
        {hasAnswer ? 'Your answer is saved' : view.studyName}
      </PageHead>
      {hasAnswer && <p className="lead">{view.studyName}</p>}
      {view.children.map((child) => (
        <ChildCard
          key={child.participationId}
          guid={guid}
          child={child}
          place={view.place}
          isLate={child.state === 'waitlisted' && late.includes(child.participationId)}
          busy={submission.busy}
          working={submission.running === String(child.participationId)}
          onCancel={() => setLeaving(child)}
        />
      ))}
      {view.note !== '' && <p>{`Your note to us: ${view.note}`}</p>}
      {view.children.some(({ slots }) => slots.length > 0) && (
        <div className="actions">
          <Button look="quiet" busy={submission.busy} onClick={onChange}>
            {isAllCanceled ? 'Choose another date' : 'Change'}
          </Button>
        </div>
      )}
      {leaving !== null && (
        <Dialog title="Can’t make it?" onDismiss={() => setLeaving(null)}>
          <p>
            {isSeated
              ? `Another family can then have ${leaving.firstName}’s seat.`
              : `We will take ${leaving.firstName} off the waiting list.`}
          </p>
          <div className="actions">
            <Button look="quiet" onClick={() => setLeaving(null)}>
              {isSeated ? 'Keep the seat' : 'Stay on the waiting list'}
            </Button>
            <Button look="danger" onClick={() => cancel(leaving)}>
              We can’t come
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Whether an open question can still be answered. */
function hasOpenQuestion({ children }: InvitationView): boolean {
  return children.some(({ state, slots }) => state === 'invited' && slots.length > 0);
}

function Invitation(page: MailedPage<InvitationView>): ReactNode {
  const { guid, view, onView } = page;
  // A session was moved to a day on which the month of birth leaves the age open.
  const isAgeOpen = view.children.some(({ slot }) => slot !== null && slot.ageQuestion !== null);
  const [isAnswering, setAnswering] = useState(hasOpenQuestion(view) || isAgeOpen);
  const [{ saves, late }, setSaved] = useState({ saves: 0, late: [] as readonly number[] });
  const save = (saved: InvitationView, lateOnes: readonly number[] = []): void => {
    onView(saved);
    setSaved({ saves: saves + 1, late: lateOnes });
    setAnswering(false);
  };
  const preferences = `${hrefOf(PAGES.mailPreferences.path)}?${new URLSearchParams({ guid }).toString()}`;
  return (
    <>
      {isAnswering ? (
        <AnswerForm
          {...page}
          onSaved={save}
          onKeep={hasOpenQuestion(view) ? null : () => setAnswering(false)}
        />
      ) : (
        <SavedAnswers
          // Remounted after each save, so that the heading gets the focus.
          key={saves}
          {...page}
          isSaved={saves > 0}
          late={late}
          onSaved={save}
          onChange={() => setAnswering(true)}
        />
      )}
      <p className="apart">
        <a className="lone-link" href={preferences}>
          Pause or stop invitations
        </a>
      </p>
    </>
  );
}

/** The link of an invitation: a parent answers for each child, and sees or changes the answers. */
export function InvitationPage(): ReactNode {
  return <MailedLink title={PAGES.invitation.title} load={fetchInvitation} page={Invitation} />;
}
