import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { LetterContent } from '../../email/letters.service.js';
import type { OutboxMessage } from '../../email/outbox-message.entity.js';
import type { Invitation } from '../invitation.entity.js';
import { FamilyLetter, type Subject } from './family.letter.js';
import { renderReminder } from './letter-texts.js';
import { isMailed, type Place, placesOf } from './places.js';

export const REMINDER = 'reminder';

export function reminderKey({ id }: Pick<Invitation, 'id'>, { slotId, sequence }: Place): string {
  return `${REMINDER}:${String(id)}:${String(slotId)}:${String(sequence)}`;
}

/** Two days before: the seat stands, and the slot is where it was. */
@Injectable()
export class ReminderLetter extends FamilyLetter {
  readonly kind = REMINDER;

  protected async write(
    { dedupeKey }: OutboxMessage,
    { family, firstName, study, invitation }: Subject,
    manager: EntityManager,
  ): Promise<LetterContent | null> {
    const [first, ...others] = (await placesOf(manager, invitation)).filter(
      (place) =>
        place.state === 'accepted' &&
        place.startsAt > this.clock.now() &&
        dedupeKey === reminderKey(invitation, place),
    );
    if (!isMailed(family) || first === undefined) return null;
    const token = await this.links.tokenFor(manager, invitation);
    const told = { firstName, study, token };
    return renderReminder(this.environment, { ...told, places: [first, ...others] });
  }
}
