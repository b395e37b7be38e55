import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { OutboxMessage } from '../../email/outbox-message.entity.js';
import type { Invitation, Participation } from '../invitation.entity.js';
import { bookingsOf, FamilyLetter, isMailed, type Subject } from './family.letter.js';
import { reminderWords, type Words } from './letter-texts.js';

export const REMINDER = 'reminder';

export function reminderKey({ id }: Pick<Invitation, 'id'>, { slot }: Participation): string {
  return [REMINDER, id, slot.id, slot.sequence].join(':');
}

/** Sent two days before a session, if the family still has a seat and the session was not moved. */
@Injectable()
export class ReminderLetter extends FamilyLetter {
  readonly kind = REMINDER;

  protected async write(
    { dedupeKey }: OutboxMessage,
    { family, study, invitation }: Subject,
    manager: EntityManager,
  ): Promise<Words | null> {
    const [first, ...others] = (await bookingsOf(manager, invitation)).filter(
      (booking) =>
        booking.state === 'accepted' &&
        booking.slot.startsAt > this.clock.now() &&
        dedupeKey === reminderKey(invitation, booking),
    );
    if (!isMailed(family) || first === undefined) return null;
    return reminderWords(study, [first, ...others], this.environment);
  }
}
