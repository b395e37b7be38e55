import {
  ageQuestionOf,
  type ParticipationState,
  slotDay,
  STAFF_CHANGES,
  type StaffParticipation,
  type StaffSlot,
  type StaffStudy,
} from '@kidlab/contract';
import { Checkbox, FormControlLabel } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider } from 'react-admin';

import { useChange, useSlots } from './use-studies.js';
import { Choices } from '../inputs/inputs.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { Loaded } from '../layout/page.js';
import { ClientCheckError } from '../providers/http.js';
import { AGE_NOT_CONFIRMED, ageConfirmedText, ANSWER_TEXTS, offerText } from '../texts/inviting.js';

interface Choice {
  /** Does not depend on the number of children, so that the choice stays selected. */
  readonly value: string;
  readonly label: string;
  /** `null` for a no. */
  readonly slot: StaffSlot | null;
  readonly state: ParticipationState;
  /** Whether the server accepts it now for these children together. */
  readonly isPossible: boolean;
}

/** The answers possible for this child alone. @param children how many get the same answer */
function choicesOf(
  child: StaffParticipation,
  children: number,
  slots: readonly StaffSlot[],
  now: number,
): Choice[] {
  const { state: current, slotId } = child;
  const isAllowed = (state: ParticipationState): boolean => STAFF_CHANGES[state].includes(current);
  const coming = slots.filter(
    ({ cancelledAt, startsAt }) => cancelledAt === null && Date.parse(startsAt) > now,
  );
  const yes = coming.flatMap((slot): Choice[] => {
    const stateOf = (count: number): 'accepted' | 'waitlisted' =>
      slot.taken + count <= slot.seats ? 'accepted' : 'waitlisted';
    const isChange = (state: ParticipationState): boolean =>
      isAllowed(state) && !(slot.id === slotId && state === current);
    if (!isChange(stateOf(1))) return [];
    const state = stateOf(children);
    const label = offerText(state, slot, children);
    return [{ value: String(slot.id), label, slot, state, isPossible: isChange(state) }];
  });
  const no = (['cancelled_by_parent', 'declined'] as const).filter(isAllowed).map((state) => ({
    value: state,
    label: ANSWER_TEXTS.no,
    slot: null,
    state,
    isPossible: true,
  }));
  return [...yes, ...no];
}

/** The questions to the parent, about ages on the day of the session. */
function ageQuestionsOf(
  children: readonly StaffParticipation[],
  slot: StaffSlot,
  { criteria }: StaffStudy,
): string[] {
  return children
    .filter(({ slotId, ageConfirmedAt }) => slotId !== slot.id || ageConfirmedAt === null)
    .flatMap((child) => ageQuestionOf(child, criteria, slotDay(slot)) ?? []);
}

/** Whether the child already has the answer: an earlier try was saved, but the response was lost. */
function isSaved({ state, slotId }: StaffParticipation, chosen: string | null): boolean {
  const hasSlot = state === 'accepted' || state === 'waitlisted';
  return chosen === (hasSlot ? String(slotId) : state);
}

interface AnswerDialogProps {
  readonly study: StaffStudy;
  readonly child: StaffParticipation;
  /** Siblings with the same answer. */
  readonly siblings: readonly StaffParticipation[];
  readonly onClose: () => void;
}

/** Enters the answer of a child, and of its siblings, for example from a phone call. */
export function AnswerDialog(props: AnswerDialogProps): ReactNode {
  const { study, child, siblings, onClose } = props;
  const dataProvider = useDataProvider();
  const change = useChange();
  const slots = useSlots(study.id);
  const [now] = useState(() => Date.now());
  const [firstVersion] = useState(child.version);
  const [chosen, setChosen] = useState<string | null>(null);
  const [ageConfirmed, setAgeConfirmed] = useState(false);
  const [withSiblings, setWithSiblings] = useState(false);
  const children = withSiblings ? [child, ...siblings] : [child];
  const choices = choicesOf(child, children.length, slots.data ?? [], now);
  const choice = choices.find(({ value }) => value === chosen);
  const slot = choice?.slot ?? null;
  const ageQuestions = slot === null ? [] : ageQuestionsOf(children, slot, study);
  const save = async ({ state }: Choice): Promise<void> => {
    const data = {
      state,
      ...(slot === null ? {} : { slotId: slot.id }),
      ...(ageConfirmed ? { ageConfirmed } : {}),
      ...(withSiblings ? { withSiblings } : {}),
    };
    await dataProvider.update('participations', { id: child.id, data, previousData: child });
  };
  return (
    <AskDialog
      heading={ANSWER_TEXTS.heading}
      question={ANSWER_TEXTS.question}
      subject={child.firstName}
      confirm={ANSWER_TEXTS.save}
      onConfirm={async () => {
        const isDone = child.version !== firstVersion && isSaved(child, chosen);
        if (isDone && choice?.isPossible !== true) return change(() => Promise.resolve());
        if (choice === undefined) throw new ClientCheckError(ANSWER_TEXTS.noneChosen);
        if (!choice.isPossible) throw new ClientCheckError(ANSWER_TEXTS.tooFew);
        if (ageQuestions.length > 0 && !ageConfirmed) throw new ClientCheckError(AGE_NOT_CONFIRMED);
        return change(() => save(choice));
      }}
      onClose={onClose}
    >
      <Loaded query={slots}>
        {() => (
          <>
            {siblings.length > 0 && (
              <FormControlLabel
                label={`${ANSWER_TEXTS.withSiblings} ${siblings.map(({ firstName }) => firstName).join(', ')}`}
                control={<Checkbox size="small" autoFocus checked={withSiblings} />}
                onChange={(_, isChecked) => {
                  setWithSiblings(isChecked);
                  // The questions have changed.
                  setAgeConfirmed(false);
                }}
              />
            )}
            <Choices
              legend={ANSWER_TEXTS.legend}
              options={choices.map(({ value, label }) => [value, label])}
              value={chosen}
              autoFocus={siblings.length === 0}
              onChange={(value) => {
                setChosen(value);
                // The age was confirmed for a different session's date.
                setAgeConfirmed(false);
              }}
            />
            {ageQuestions.length > 0 && (
              <FormControlLabel
                label={ageConfirmedText(ageQuestions.join(' '))}
                control={<Checkbox size="small" checked={ageConfirmed} />}
                onChange={(_, isChecked) => setAgeConfirmed(isChecked)}
              />
            )}
          </>
        )}
      </Loaded>
    </AskDialog>
  );
}
