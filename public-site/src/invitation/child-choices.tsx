import type { InvitedChild, OfferedSlot } from '@kidlab/contract';
import { Fragment, type ReactNode } from 'react';

import { FieldFault } from '../ui/field.js';
import { timesOf } from './times.js';

export interface Choice {
  /** `null` for a no. */
  readonly slotId: number | null;
  readonly ageConfirmed: boolean;
}

/** Ids that the banner links to: a child's first control, and what must be confirmed. */
export function idOf(control: 'child' | 'age', { participationId }: InvitedChild): string {
  return `${control}-${String(participationId)}`;
}

/** The offered slots, and before them the child's own if it is no longer offered. */
export function slotsOf({ slot, slots }: InvitedChild): OfferedSlot[] {
  const isOwnGone = slot !== null && !slots.some(({ id }) => id === slot.id);
  return isOwnGone ? [slot, ...slots] : slots;
}

/** The label for choosing no time. If the lab has canceled a child's session, this choice changes nothing. */
export function noneText({ state }: InvitedChild): string {
  return state === 'cancelled_by_lab' ? 'None of these dates' : 'No, thank you';
}

export function beforeYou(waiting: number): string {
  return waiting === 1 ? '1 family before you' : `${String(waiting)} families before you`;
}

/** @param wanted how many more seats the family needs there */
function roomIn(child: InvitedChild, slot: OfferedSlot, wanted: number): string {
  const { seatsLeft, waiting } = slot;
  const seats = seatsLeft === 1 ? '1 seat left' : `${String(seatsLeft)} seats left`;
  if (child.slot?.id === slot.id) {
    if (child.waitingBefore === null) return 'Your seat';
    if (child.waitingBefore === 0) return 'You are first in line';
    return `You are on the waiting list, ${beforeYou(child.waitingBefore)}`;
  }
  if (seatsLeft >= wanted) return seatsLeft === 0 ? 'Your family’s seat' : seats;
  const tooFew = `${seats}, not enough for all of you`;
  // A child with a seat can't join a waiting list.
  if (child.state === 'accepted') {
    return seatsLeft > 0 ? tooFew : 'Full: to join the waiting list, first give up your seat';
  }
  const queue = waiting === 0 ? 'no one before you' : beforeYou(waiting);
  return seatsLeft > 0
    ? `${tooFew}: join the waiting list together`
    : `Full: join the waiting list, ${queue}`;
}

interface ChildChoicesProps {
  readonly child: InvitedChild;
  readonly choice: Choice | undefined;
  readonly faultOf: (field: string) => string | null;
  /** How many more seats the family needs in a slot. */
  readonly wanted: (slot: OfferedSlot) => number;
  readonly onChoose: (choice: Choice) => void;
}

export function ChildChoices(props: ChildChoicesProps): ReactNode {
  const { child, choice, faultOf, wanted, onChoose } = props;
  const [name, age] = [idOf('child', child), idOf('age', child)];
  const slots = slotsOf(child);
  const fault = faultOf(name) ?? faultOf(age);
  const radio = (slotId: number | null) => ({
    type: 'radio',
    name,
    checked: choice?.slotId === slotId,
    onChange: () => onChoose({ slotId, ageConfirmed: false }),
  });
  return (
    <fieldset
      className="card choices"
      aria-describedby={fault === null ? undefined : `${name}-error`}
    >
      <legend>
        <h2 translate="no">{child.firstName}</h2>
      </legend>
      {fault !== null && <FieldFault name={name} fault={fault} />}
      {slots.map((slot, index) => {
        const { day, time } = timesOf(slot);
        const chosen = choice?.slotId === slot.id ? choice : null;
        return (
          <Fragment key={slot.id}>
            <label className="choice">
              <input {...radio(slot.id)} id={index === 0 ? name : undefined} />
              <span>
                <strong>{day}</strong>
                <span>{time}</span>
                <span className="hint">
                  {roomIn(child, slot, chosen ? wanted(slot) : wanted(slot) + 1)}
                </span>
              </span>
            </label>
            {chosen !== null && slot.ageQuestion !== null && (
              <label className="choice choice-age">
                <input
                  type="checkbox"
                  id={age}
                  checked={chosen.ageConfirmed}
                  onChange={({ target }) => onChoose({ ...chosen, ageConfirmed: target.checked })}
                />
                <span>
                  <span>{slot.ageQuestion}</span>
                  <strong>Yes</strong>
                </span>
              </label>
            )}
          </Fragment>
        );
      })}
      <label className="choice">
        <input {...radio(null)} />
        <strong>{noneText(child)}</strong>
      </label>
    </fieldset>
  );
}
