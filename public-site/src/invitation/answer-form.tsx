import {
  ANSWERS_FORM,
  characters,
  faultsOf,
  type FieldError,
  INVITATION,
  type InvitationView,
  type InvitedChild,
  type OfferedSlot,
  tidied,
} from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { CallError, failureText } from '../api/http.js';
import { presentOf, sendAnswers } from '../api/invitation.js';
import { Button } from '../ui/button.js';
import { PageHead } from '../ui/new-heading.js';
import { ReadOnly, TextAreaField } from '../ui/field.js';
import { refuseFields, Refusal, useSubmission } from '../ui/submission.js';
import { type Choice, ChildChoices, idOf, noneText, slotsOf } from './child-choices.js';
import type { MailedPage } from '../ui/mailed-link.js';
import { momentOf } from './times.js';

/** `Maya, Leo, and Ada` */
const NAMES = new Intl.ListFormat('en-US');

type Choices = Readonly<Record<number, Choice | undefined>>;

function presentChoices({ children }: InvitationView): Choices {
  const held = children
    .filter(({ state }) => state !== 'invited')
    .map(({ participationId, slot }) => [
      participationId,
      { slotId: slot?.id ?? null, ageConfirmed: false },
    ]);
  return Object.fromEntries(held) as Choices;
}

/** Children with something to choose. */
function answerable({ children }: InvitationView): InvitedChild[] {
  return children.filter(
    ({ slots, slot, hasBegun }) => slots.length > 0 || (slot !== null && !hasBegun),
  );
}

function faultsIn(child: InvitedChild, choice: Choice | undefined): FieldError[] {
  const { firstName } = child;
  if (choice === undefined) {
    const message = `Please choose a time for ${firstName}, or “${noneText(child)}”.`;
    return [{ field: idOf('child', child), message }];
  }
  const slot = slotsOf(child).find(({ id }) => id === choice.slotId);
  if (slot?.ageQuestion == null || choice.ageConfirmed) return [];
  const message = `Please confirm the age of ${firstName}, or choose another answer.`;
  return [{ field: idOf('age', child), message }];
}

/** Errors, by child, of choices that the server's current state no longer allows. */
function outdatedChoices(before: InvitationView, present: InvitationView, choices: Choices) {
  return answerable(before).flatMap((child): FieldError[] => {
    const { participationId, firstName } = child;
    const slotId = choices[participationId]?.slotId ?? null;
    const found = present.children.find((now) => now.participationId === participationId);
    const now = found && slotsOf(found).find(({ id }) => id === slotId);
    const then = slotsOf(child).find(({ id }) => id === slotId);
    const field = idOf('child', child);
    if (then === undefined) return [];
    if (now === undefined) {
      const message = `${firstName}: the time you chose is no longer offered. Please choose again.`;
      return [{ field, message }];
    }
    if (then.seatsLeft === 0 || now.seatsLeft > 0) return [];
    const message = `${firstName}: the time you chose is now full. Send again to join its waiting list, or choose another one.`;
    return [{ field, message }];
  });
}

interface AnswerFormProps extends MailedPage<InvitationView> {
  /** @param late participations whose session had room when chosen, and filled up before the answer was saved */
  readonly onSaved: (view: InvitationView, late: readonly number[]) => void;
  /** `null` when there is no answer to keep. */
  readonly onKeep: (() => void) | null;
}

export function AnswerForm(props: AnswerFormProps): ReactNode {
  const { guid, view, onView, onSaved, onKeep } = props;
  const [choices, setChoices] = useState(() => presentChoices(view));
  const [note, setNote] = useState(view.note);
  const [isNoteOpen, setNoteOpen] = useState(note !== '');
  const children = answerable(view);

  /** Keeps the input; the next Send uses the server's current state. */
  const submission = useSubmission((error) => {
    const present = presentOf(error);
    const said = error instanceof CallError ? error.body.errors : [];
    const found = (said ?? []).flatMap(({ field, message }): FieldError[] => {
      const child = children[Number(/^answers\[(\d+)\]/.exec(field)?.[1] ?? NaN)];
      return child
        ? [{ field: idOf('child', child), message: `${child.firstName}: ${message}` }]
        : [];
    });
    if (present !== undefined) {
      if (found.length === 0) found.push(...outdatedChoices(view, present, choices));
      if (note === view.note) setNote(present.note);
      else if (present.note !== view.note && present.note !== tidied(note)) {
        const message = `The note is now “${present.note}”. Send again to replace it with yours.`;
        found.push({ field: 'note', message });
      }
      onView(present);
    }
    if (found.length === 0) return props.refusalOf(error);
    // The other parent may have answered too. Nobody should unknowingly overwrite that answer.
    const isMore =
      present !== undefined &&
      present.sequence !== view.sequence &&
      found.every(({ field }) => field === 'note');
    return new Refusal(isMore ? [failureText(error)] : [], found);
  });
  const { busy } = submission;
  /**
   * How many more seats the family needs in a slot. Siblings get seats together or wait together. One can take the
   * seat that another leaves, if nobody waits for it.
   */
  const wanted = ({ id, waiting }: OfferedSlot): number => {
    const chooses = ({ participationId }: InvitedChild) => choices[participationId]?.slotId === id;
    const joining = children.filter((child) => child.slot?.id !== id && chooses(child));
    const left = children.filter(
      (child) => child.slot?.id === id && child.state === 'accepted' && !chooses(child),
    );
    return joining.length - (waiting === 0 ? left.length : 0);
  };

  const send = async (): Promise<void> => {
    refuseFields([
      ...children.flatMap((child) => faultsIn(child, choices[child.participationId])),
      ...faultsOf(ANSWERS_FORM, { note }),
    ]);
    const answers = children.map(({ participationId }) => {
      const { slotId = null, ...confirmed } = choices[participationId] ?? {};
      if (slotId === null) return { participationId, answer: 'no' as const };
      return { participationId, answer: 'yes' as const, slotId, ...confirmed };
    });
    const { sequence, note: noteSeen } = view;
    const saved = await sendAnswers(guid, { sequence, note, noteSeen, answers });
    const late = saved.children.flatMap(({ participationId, state, slot }) => {
      const child = children.find((known) => known.participationId === participationId);
      const chosen = child?.slots.find(({ id }) => id === slot?.id);
      if (state !== 'waitlisted' || !child || !chosen || child.slot?.id === chosen.id) return [];
      return chosen.seatsLeft >= wanted(chosen) ? [participationId] : [];
    });
    onSaved(saved, late);
  };

  const choose = (child: InvitedChild, choice: Choice): void => {
    if (busy) return;
    setChoices((current) => ({ ...current, [child.participationId]: choice }));
    submission.recheck([idOf('child', child), idOf('age', child)], []);
  };

  return (
    <>
      <PageHead submission={submission}>{view.studyName}</PageHead>
      <p className="lead">
        {`Can ${NAMES.format(children.map(({ firstName }) => firstName))} come to a test session?`}
      </p>
      {view.place !== '' && <p>{`Where: ${view.place}`}</p>}
      {/* After the deadline, parents still confirm the age on the new day of a session that was moved. */}
      {children.some(({ slots }) => slots.length > 0) && (
        <p className="notice">
          {`Please answer by ${momentOf(view.expiresLocal)}. You can choose a session up to ${String(INVITATION.cutOffHours)} hours before it starts.`}
        </p>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submission.submit(send);
        }}
      >
        {children.map((child) => (
          <ChildChoices
            key={child.participationId}
            child={child}
            choice={choices[child.participationId]}
            faultOf={submission.faultOf}
            wanted={wanted}
            onChoose={(choice) => choose(child, choice)}
          />
        ))}
        <details className="fold" open={isNoteOpen}>
          <summary>Add a note to the lab</summary>
          <ReadOnly value={busy}>
            <TextAreaField
              name="note"
              label="Your note (optional)"
              hint={`${String(characters(note))} of ${String(INVITATION.note)} characters`}
              error={submission.faultOf('note')}
              value={note}
              onValue={(text) => {
                setNote(text);
                // Stays open even once an error is gone: the field must not collapse while the user types.
                setNoteOpen(true);
                submission.recheck(['note'], faultsOf(ANSWERS_FORM, { note: text }));
              }}
            />
          </ReadOnly>
        </details>
        <div className="actions">
          <Button type="submit" busy={busy} working={busy}>
            Send
          </Button>
          {onKeep !== null && (
            <Button look="quiet" busy={busy} onClick={onKeep}>
              Keep your answer
            </Button>
          )}
        </div>
      </form>
    </>
  );
}
