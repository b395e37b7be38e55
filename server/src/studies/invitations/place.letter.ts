import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';

import type { LetterContent } from '../../email/letters.service.js';
import type { OutboxMessage } from '../../email/outbox-message.entity.js';
import { Outbox } from '../../email/outbox.repository.js';
import { Family } from '../../families/family.entity.js';
import { Invitation } from '../invitation.entity.js';
import { Slot } from '../slot.entity.js';
import { calendarOf } from './calendar.js';
import { FamilyLetter, lockSubject, type Subject } from './family.letter.js';
import { renderPlace } from './letter-texts.js';
import { hasSeat, isMailed, type Place, placesOf } from './places.js';
import { REMINDER, reminderKey } from './reminder.letter.js';

/** The reminder leaves so many days before the start. */
const REMINDER_DAYS = 2;

const DAY = 86_400_000;

/** Names what a letter tells: each change of an answer, of a slot or of the link makes another one. */
function placeKey({ id, sequence, linkNumber }: Invitation, places: readonly Place[]): string {
  // What is cancelled concerns the family no more: a change of that slot queues no letter.
  const held = places.filter((place) => hasSeat(place) || place.state === 'waitlisted');
  const moves = held.reduce((sum, place) => sum + place.sequence, 0);
  return ['place', id, sequence, moves, linkNumber].join(':');
}

/**
 * The letter that tells a family what holds now: seats, waiting, cancellations. Queues the reminders of its seats,
 * too.
 */
@Injectable()
export class PlaceLetter extends FamilyLetter {
  readonly kind = 'place';

  constructor(private readonly outbox: Outbox) {
    super();
  }

  /**
   * In the caller's transaction, after each change of answers or of a slot. Letters that tell what was before are
   * withdrawn.
   * @param movedSlot the slot whose new time is the news: families on its waiting list have it in no calendar.
   */
  async queue(
    manager: EntityManager,
    invitationIds: readonly number[],
    movedSlot?: number,
  ): Promise<void> {
    const invitations = await manager.find(Invitation, {
      where: { id: In([...invitationIds]) },
      order: { id: 'ASC' },
    });
    for (const invitation of invitations) {
      const { id: invitationId, familyId } = invitation;
      const places = await placesOf(manager, invitation);
      if (places.length === 0 && Object.keys(invitation.calendar).length === 0) continue;
      const { email: toAddress } = await manager.findOneByOrFail(Family, { id: familyId });
      const about = { toAddress, familyId, invitationId };
      const dedupeKey = placeKey(invitation, places);
      const letter = { ...about, kind: this.kind, dedupeKey, slotId: movedSlot ?? null };
      const reminders = places
        .filter(({ state }) => state === 'accepted')
        .map((place) => ({
          ...about,
          kind: REMINDER,
          dedupeKey: reminderKey(invitation, place),
          slotId: place.slotId,
          notBefore: new Date(place.startsAt.getTime() - REMINDER_DAYS * DAY),
        }))
        .filter(({ notBefore }) => notBefore > this.clock.now());
      await this.outbox.enqueue(manager, letter, ...reminders);
    }
  }

  protected async write(
    message: OutboxMessage,
    { family, firstName, study, invitation }: Subject,
    manager: EntityManager,
  ): Promise<LetterContent | null> {
    const now = this.clock.now();
    const all = await placesOf(manager, invitation);
    if (!isMailed(family) || message.dedupeKey !== placeKey(invitation, all)) return null;
    const places = all.filter(({ endsAt }) => endsAt > now);
    const { calendar } = invitation;
    const seats = calendarAfter(places);
    // Before it leaves: a letter whose end was never written down may have reached the calendar all the same.
    await manager.update(
      Invitation,
      { id: invitation.id },
      { calendar: { ...seats, ...calendar } },
    );
    const slots = await manager.find(Slot, {
      where: { id: In(Object.keys({ ...seats, ...calendar })) },
      order: { startsAt: 'ASC', id: 'ASC' },
    });
    const coming = slots.filter(({ endsAt }) => endsAt > now);
    if (places.length === 0 && coming.length === 0) return null;
    const calendars = coming
      .map((slot) => {
        const method = String(slot.id) in seats ? ('REQUEST' as const) : ('CANCEL' as const);
        const entry = { method, invitation, slot, study, at: now, to: family.email };
        return { method, content: calendarOf(entry, this.environment) };
      })
      // The first is what a mail program asks about.
      .sort((one, other) => other.method.localeCompare(one.method));
    // Of a child who was deleted.
    const ended = coming.filter(({ id }) => !places.some(({ slotId }) => slotId === id));
    const token = await this.links.tokenFor(manager, invitation);
    const { slotId: movedSlot } = message;
    const told = { firstName, study, places, ended, calendar, movedSlot, token };
    return { ...renderPlace(this.environment, told), calendars };
  }

  /**
   * What the letter has told stands in the family's calendar, unless something has changed since: then the next
   * letter sees to it.
   */
  override async onSent(
    message: OutboxMessage,
    sentAt: Date,
    manager: EntityManager,
  ): Promise<void> {
    const subject = await lockSubject(message, manager);
    await super.onSent(message, sentAt, manager);
    if (subject === null) return;
    const { invitation } = subject;
    const places = await placesOf(manager, invitation);
    if (message.dedupeKey !== placeKey(invitation, places)) return;
    await manager.update(Invitation, { id: invitation.id }, { calendar: calendarAfter(places) });
  }
}

/** As `Invitation.calendar`. */
function calendarAfter(places: readonly Place[]): Record<string, number> {
  return Object.fromEntries(
    places.filter(hasSeat).map(({ slotId, sequence }) => [slotId, sequence]),
  );
}
