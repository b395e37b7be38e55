import { Injectable } from '@nestjs/common';
import { type EntityManager, In, MoreThan } from 'typeorm';

import { DAY } from '../../common/durations.js';
import type { OutboxMessage } from '../../email/outbox-message.entity.js';
import { type NewMessage, Outbox } from '../../email/outbox.repository.js';
import { hasSeat, isBooked } from '../answers/answer-rules.js';
import { InvitationViewsService } from '../answers/invitation-views.service.js';
import { Invitation, type KnownBooking, type Participation } from '../invitation.entity.js';
import { Slot } from '../slot.entity.js';
import type { Study } from '../study.entity.js';
import { calendarOf } from './calendar.js';
import { bookingsOf, FamilyLetter, isMailed, lockSubject, type Subject } from './family.letter.js';
import type { Words } from './letter-texts.js';
import { placeWords } from './place-texts.js';
import { REMINDER, reminderKey } from './reminder.letter.js';

/** How many days before the start the reminder is sent. */
const REMINDER_DAYS = 2;

/**
 * `$1`: the invitations; `$2`: keys of the reminders that are still valid; `$3`: now. Reminders that are already due
 * are checked when they are sent.
 */
const UPDATE_REMINDERS = `
  UPDATE outbox_messages AS reminder
  SET state = CASE WHEN dedupe_key = ANY ($2) THEN 'pending' ELSE 'withdrawn' END, to_address = family.email
  FROM families AS family
  WHERE family.id = reminder.family_id AND invitation_id = ANY ($1) AND kind = '${REMINDER}'
    AND reminder.state IN ('pending', 'withdrawn') AND not_before > $3`;

/**
 * Identifies what a letter says: each change of an answer, of a slot or of the link changes the key, so a new letter
 * is queued.
 */
function placeKey({ id, sequence, linkNumber }: Invitation, bookings: readonly Participation[]) {
  // A canceled seat does not count: later changes of its slot don't concern the family.
  const moves = bookings.filter(isBooked).reduce((sum, { slot }) => sum + slot.sequence, 0);
  return ['place', id, sequence, moves, linkNumber].join(':');
}

/** Tells a family its current seats, waiting lists and cancellations, with calendar files. */
@Injectable()
export class PlaceLetter extends FamilyLetter {
  readonly kind = 'place';

  constructor(
    private readonly outbox: Outbox,
    private readonly views: InvitationViewsService,
  ) {
    super();
  }

  /**
   * Queues the letter and the reminders of the seats, in the caller's transaction, after each change of answers or of
   * a slot. Withdraws reminders of seats that are gone. An older letter is withdrawn when it is about to be sent.
   */
  async queue(manager: EntityManager, invitationIds: readonly number[]): Promise<void> {
    const now = this.clock.now();
    const invitations = await manager.find(Invitation, {
      where: { id: In([...invitationIds]) },
      relations: { family: true },
      order: { id: 'ASC' },
      // Keeps a new address from changing the link, and so the letter's key, meanwhile.
      lock: { mode: 'for_no_key_update', tables: ['invitations'] },
    });
    const all = await bookingsOf(manager, ...invitations);
    const [letters, reminders]: [NewMessage[], NewMessage[]] = [[], []];
    const untold: number[] = [];
    for (const invitation of invitations) {
      const { id: invitationId, familyId, family, known } = invitation;
      const about = { toAddress: family.email, familyId, invitationId };
      const bookings = all.filter((booking) => booking.invitationId === invitationId);
      if (bookings.length > 0 || known.some(hasSeat)) {
        letters.push({ ...about, kind: this.kind, dedupeKey: placeKey(invitation, bookings) });
      } else if (known.length > 0) untold.push(invitationId);
      for (const seat of bookings.filter(({ state }) => state === 'accepted')) {
        const notBefore = new Date(seat.slot.startsAt.getTime() - REMINDER_DAYS * DAY);
        const dedupeKey = reminderKey(invitation, seat);
        reminders.push({ ...about, kind: REMINDER, dedupeKey, notBefore });
      }
    }
    const keys = reminders.map(({ dedupeKey }) => dedupeKey);
    await manager.query(UPDATE_REMINDERS, [invitations.map(({ id }) => id), keys, now]);
    // A family that leaves a waiting list gets no letter, and later letters don't mention that list.
    if (untold.length > 0) await manager.update(Invitation, { id: In(untold) }, { known: [] });
    const coming = reminders.filter(({ notBefore }) => notBefore != null && notBefore > now);
    await this.outbox.enqueue(manager, ...letters, ...coming);
  }

  protected async write(
    { dedupeKey: letter }: OutboxMessage,
    { family, study, invitation }: Subject,
    manager: EntityManager,
  ): Promise<Words | null> {
    const now = this.clock.now();
    const all = await bookingsOf(manager, invitation);
    if (!isMailed(family) || letter !== placeKey(invitation, all)) return null;
    const bookings = all.filter(({ slot }) => slot.endsAt > now);
    const known = invitation.known.filter((each) => each.letter !== letter);
    const news = bookings.map((one) => ({ ...tellable(one, study), letter, isSent: false }));
    const inCalendar = [...known, ...news].filter(hasSeat);
    const slots = await manager.find(Slot, {
      where: { id: In(inCalendar.map(({ slotId }) => slotId)), endsAt: MoreThan(now) },
      order: { startsAt: 'ASC', id: 'ASC' },
    });
    const entered = known.filter((one) => one.isSent && hasSeat(one)).map(entryOf);
    // Mail programs only act on the first calendar part: a new seat or time, else a lost seat, else what they know.
    const rank = ({ id }: Slot): number => {
      const seat = news.find((one) => one.slotId === id && hasSeat(one));
      if (seat === undefined) return 1;
      return entered.includes(entryOf(seat)) ? 2 : 0;
    };
    const calendars = slots
      .toSorted((one, other) => rank(one) - rank(other))
      .map((slot) => {
        const method = rank(slot) === 1 ? ('CANCEL' as const) : ('REQUEST' as const);
        const entry = { method, invitation, slot, study, at: now, to: family.email };
        return { method, content: calendarOf(entry, this.environment) };
      });
    const isElsewhere = ({ childId, slotId }: KnownBooking): boolean =>
      !bookings.some((one) => one.childId === childId && one.slotId === slotId);
    // The seats of deleted children, and those that were exchanged.
    const ended = slots
      .filter(({ id }) => !bookings.some((one) => one.slotId === id && isBooked(one)))
      .flatMap(({ id }) => inCalendar.find((one) => one.slotId === id && isElsewhere(one)) ?? []);
    // The letter asks the same questions and offers the same choices as its page.
    const page =
      (await this.views.find(manager, Object.assign(invitation, { study })))?.view.children ?? [];
    const questions = page.flatMap(({ slot }) => slot?.ageQuestion ?? []);
    const canChoose = page.some((child) => child.slots.length > 0);
    const told = { study, bookings, ended, known, questions, canChoose };
    const words = placeWords(told, this.environment);
    // For example, the family has said no for another child.
    const isRepeat = questions.length === 0 && isTold(news, known, invitation);
    if (words === null || isRepeat) return null;
    const state = 'declined' as const;
    const over = ended.map((seat) => ({ ...seat, state, letter, isSent: false }));
    // Saved before the letter is sent: it may arrive even if its delivery is never recorded.
    await manager.update(
      Invitation,
      { id: invitation.id },
      { known: [...known, ...news, ...over] },
    );
    return { ...words, calendars };
  }

  /** Records what the family knows now: what this letter said, even if something has changed since. */
  override async onSent(message: OutboxMessage, sentAt: Date, manager: EntityManager) {
    const subject = await lockSubject(message, manager);
    await super.onSent(message, sentAt, manager);
    if (subject === null) return;
    const { id, known } = subject.invitation;
    const isOwn = ({ letter }: KnownBooking): boolean => letter === message.dedupeKey;
    // A newer letter may have been written, or even sent, while this one was on its way.
    const since = known.slice(Math.max(known.findIndex(isOwn), 0));
    const told = since.map((one) => (isOwn(one) ? { ...one, isSent: true } : one));
    await manager.update(Invitation, { id }, { known: told });
  }
}

/** What a calendar shows of a seat. */
const entryOf = ({ slotId, startsAt, endsAt, place }: KnownBooking): string =>
  [slotId, startsAt, endsAt, place].join(' ');

/** Whether sent letters with the current link, and no others, said exactly the same. */
function isTold(
  news: readonly KnownBooking[],
  known: readonly KnownBooking[],
  { linkNumber }: Invitation,
): boolean {
  const said = (all: readonly KnownBooking[]): string =>
    all.map((one) => [one.childId, one.state, entryOf(one)].join(' ')).join();
  const isSent = known.every((one) => one.isSent && one.letter?.endsWith(`:${String(linkNumber)}`));
  return isSent && said(known) === said(news);
}

function tellable({ childId, state, slot }: Participation, { place }: Study) {
  const times = { startsAt: slot.startsAt.toISOString(), endsAt: slot.endsAt.toISOString() };
  return { childId, slotId: slot.id, state, ...times, place };
}
