import {
  type ParticipationState,
  STAFF_CHANGES,
  type StaffParticipation,
  type StaffSlot,
} from '@kidlab/contract';
import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider } from 'react-admin';

import { useChange, useSlots } from './use-studies.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { Loaded } from '../layout/page.js';
import { Objection } from '../providers/http.js';
import { ANSWER_TEXTS, offerText } from '../texts/inviting.js';

interface Answer {
  readonly state: ParticipationState;
  readonly slotId?: number;
}

interface Choice {
  readonly label: string;
  readonly answer: Answer;
}

/** The answers the server accepts now for so many children. */
function choicesOf(
  child: StaffParticipation,
  children: number,
  slots: readonly StaffSlot[],
  now: number,
): Choice[] {
  const { state: present, slotId } = child;
  const isAllowed = (state: ParticipationState): boolean => STAFF_CHANGES[state].includes(present);
  const coming = slots.filter(
    ({ cancelledAt, startsAt }) => cancelledAt === null && Date.parse(startsAt) > now,
  );
  const yes = coming.flatMap((slot): Choice[] => {
    const state = slot.taken + children <= slot.seats ? 'accepted' : 'waitlisted';
    const isNoChange = slot.id === slotId && state === present;
    if (isNoChange || !isAllowed(state)) return [];
    return [{ label: offerText(state, slot), answer: { state, slotId: slot.id } }];
  });
  const no = (['cancelled_by_parent', 'declined'] as const)
    .filter(isAllowed)
    .map((state) => ({ label: ANSWER_TEXTS.no, answer: { state } }));
  return [...yes, ...no];
}

interface AnswerDialogProps {
  readonly studyId: number;
  readonly child: StaffParticipation;
  /** Siblings with the same answer. */
  readonly siblings: readonly StaffParticipation[];
  readonly onClose: () => void;
}

/** Enters the answer of a child, and of its siblings, for example from a phone call. */
export function AnswerDialog(props: AnswerDialogProps): ReactNode {
  const { studyId, child, siblings, onClose } = props;
  const dataProvider = useDataProvider();
  const change = useChange();
  const slots = useSlots(studyId);
  const [now] = useState(() => Date.now());
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [ageConfirmed, setAgeConfirmed] = useState(false);
  const [withSiblings, setWithSiblings] = useState(false);
  const save = async (): Promise<void> => {
    const { id, version } = child;
    const said = {
      ...(ageConfirmed ? { ageConfirmed } : {}),
      ...(withSiblings ? { withSiblings } : {}),
    };
    const data = { ...answer, ...said, version };
    await dataProvider.update('participations', { id, data, previousData: child });
  };
  return (
    <AskDialog
      heading={ANSWER_TEXTS.heading}
      question={ANSWER_TEXTS.question}
      subject={child.firstName}
      confirm={ANSWER_TEXTS.save}
      onConfirm={async () => {
        if (answer === null) throw new Objection(ANSWER_TEXTS.noneChosen);
        await change(save);
      }}
      onClose={onClose}
    >
      <Loaded query={slots}>
        {(all) => (
          <>
            {siblings.length > 0 && (
              <FormControlLabel
                label={`${ANSWER_TEXTS.withSiblings} ${siblings.map(({ firstName }) => firstName).join(', ')}`}
                control={<Checkbox size="small" autoFocus checked={withSiblings} />}
                onChange={(_, isChecked) => {
                  setWithSiblings(isChecked);
                  // There may be fewer seats than children.
                  setAnswer(null);
                }}
              />
            )}
            <FormControl component="fieldset" margin="normal">
              <FormLabel component="legend">{ANSWER_TEXTS.legend}</FormLabel>
              <RadioGroup key={String(withSiblings)}>
                {choicesOf(child, withSiblings ? siblings.length + 1 : 1, all, now).map(
                  ({ label, answer: given }, index) => (
                    <FormControlLabel
                      key={label}
                      value={label}
                      label={label}
                      control={
                        <Radio size="small" autoFocus={index === 0 && siblings.length === 0} />
                      }
                      onChange={() => {
                        setAnswer(given);
                        // The age was confirmed for a different session's date.
                        setAgeConfirmed(false);
                      }}
                    />
                  ),
                )}
              </RadioGroup>
              {answer?.slotId !== undefined && (
                <FormControlLabel
                  label={ANSWER_TEXTS.ageConfirmed}
                  control={<Checkbox size="small" checked={ageConfirmed} />}
                  onChange={(_, isChecked) => setAgeConfirmed(isChecked)}
                />
              )}
            </FormControl>
          </>
        )}
      </Loaded>
    </AskDialog>
  );
}
