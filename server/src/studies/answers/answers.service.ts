import {
  type AnswersConflict,
  type FieldError,
  type InvitationView,
  type InvitedChild,
  type OfferedSlot,
  REGISTRATION_SITE_ACTOR,
} from '@kidlab/contract';
import { HttpStatus, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { modifiedBy } from '../../common/audited.entity.js';
import { Clock } from '../../common/clock.js';
import { Failure, invalidInput, notFound } from '../../common/failures.js';
import { SERVER_MESSAGES } from '../../common/messages.js';
import { Environment } from '../../config/environment.js';
import { lockFamily } from '../../families/family-locks.js';
import type { Family } from '../../families/family.entity.js';
import { Invitation, Participation } from '../invitation.entity.js';
import { calendarOf } from '../invitations/calendar.js';
import { Slot } from '../slot.entity.js';
import type { Study } from '../study.entity.js';
import { ANSWER_MESSAGES, holdsPlace } from './answer-rules.js';
import type { AnswersDto } from './answers.dto.js';
import { gone, InvitationViews, mayCancel } from './invitation-views.service.js';
import { ParticipationChanges } from './participation-changes.service.js';
import { lockSlots, noteFreedSeats, placeIn } from './seats.service.js';

/** An answer that is not what holds already. */
interface Change {
  readonly child: InvitedChild;
  /** With a yes. */
  readonly slotId: number | null;
  /** What a yes is for, if it is still offered. */
  readonly offer: OfferedSlot | undefined;
  readonly ageConfirmed: boolean;
  /** Its place in the request. */
  readonly index: number;
}

interface Writer {
  readonly family: Family;
  readonly actor: string;
}

/** What a parent answers by a mailed link. */
@Injectable()
export class AnswersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly views: InvitationViews,
    private readonly changes: ParticipationChanges,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 410 as `InvitationViews.open` */
  async view(token: string): Promise<InvitationView> {
    return (await this.views.open(this.dataSource.manager, token)).view;
  }

  /**
   * All of it, or nothing. What holds already changes nothing, so that a parent whose connection failed may send it
   * again.
   * @throws 400; 404; 409 (`AnswersConflict`) for an older sequence, a slot that is not offered any more, or one at
   * whose time the family has another session; 410
   */
  async answer(token: string, request: AnswersDto): Promise<InvitationView> {
    const { manager } = this.dataSource;
    await this.dataSource.transaction((each) => this.save(each, token, request));
    return (await this.views.look(manager, token)).view;
  }

  /** @throws 404 unless the family has a seat there; 410 */
  async calendar(token: string, slotId = 0): Promise<string> {
    const { manager } = this.dataSource;
    const { invitation, study, view } = await this.views.open(manager, token);
    const isSeated = view.children.some(
      ({ state, slot }) => state === 'accepted' && slot?.id === slotId,
    );
    const slot = isSeated ? await manager.findOneBy(Slot, { id: slotId }) : null;
    if (slot === null) throw notFound(SERVER_MESSAGES.unknownLink);
    const entry = { method: 'PUBLISH', invitation, slot, study, at: this.clock.now() } as const;
    return calendarOf(entry, this.environment);
  }

  private async save(manager: EntityManager, token: string, request: AnswersDto): Promise<void> {
    const { familyId } = await this.views.find(manager, token);
    const family = await lockFamily(manager, { id: familyId });
    if (family === null) throw notFound(SERVER_MESSAGES.unknownLink);
    const { invitation, study, view, end } = await this.views.look(manager, token);
    const { note = view.note } = request;
    const changes = changesIn(view, request);
    if (changes.length === 0 && note === view.note) return;
    // Too late for a yes is not too late for a no.
    const isNo = changes.length > 0 && changes.every(({ slotId }) => slotId === null);
    if (end !== null && !(end === 'expired' && isNo)) throw gone(end);
    if (request.sequence !== view.sequence) throw conflict(view, ANSWER_MESSAGES.changed);
    const now = this.clock.now();
    const faults = changes.flatMap((change) => faultsIn(change, now));
    if (faults.length > 0) throw invalidInput(faults);
    const overtaken = await overtakenIn(manager, study, changes);
    if (overtaken.length > 0) throw conflict(view, ANSWER_MESSAGES.timeGone, overtaken);
    const busy = await busyIn(manager, familyId, changes);
    if (busy.length > 0) throw conflict(view, ANSWER_MESSAGES.busy, busy);
    const children = await lockPlaces(manager, invitation.id, changes);
    if (children === null) {
      throw conflict((await this.views.look(manager, token)).view, ANSWER_MESSAGES.changed);
    }
    const by = { family, actor: REGISTRATION_SITE_ACTOR };
    await this.giveUp(manager, by, changes, children);
    await this.take(manager, by, changes, children);
    const answered = { answeredAt: now, note: note === '' ? null : note };
    if (changes.length === 0) {
      // A note is no news for the family.
      const modified = modifiedBy(by.actor, now);
      await manager.update(Invitation, { id: invitation.id }, { ...answered, ...modified });
      return;
    }
    await this.changes.tell(manager, [invitation.id], by.actor, answered);
  }

  /** Runs before `take`: a sibling may take the seat that is given up. */
  private async giveUp(
    manager: EntityManager,
    by: Writer,
    changes: readonly Change[],
    children: ReadonlyMap<number, Participation>,
  ): Promise<void> {
    for (const { child, slotId } of changes) {
      const one = childOf(children, child);
      const left = { slotId: one.slotId, waitingNumber: null };
      if (slotId === null) {
        const state = one.state === 'accepted' ? 'cancelled_by_parent' : 'declined';
        await this.changes.write(manager, by, one, { ...left, state });
      } else if (holdsPlace(one.state)) {
        await manager.update(Participation, { id: one.id }, { ...left, state: 'declined' });
      }
      if (holdsPlace(one.state)) noteFreedSeats(manager);
    }
  }

  /** Siblings who choose the same slot sit or wait together. */
  private async take(
    manager: EntityManager,
    by: Writer,
    changes: readonly Change[],
    children: ReadonlyMap<number, Participation>,
  ): Promise<void> {
    const slotIds = changes.flatMap(({ slotId }) => (slotId === null ? [] : [slotId]));
    for (const slotId of new Set(slotIds)) {
      const siblings = changes.filter((change) => change.slotId === slotId);
      const place = await placeIn(manager, slotId, siblings.length);
      // Those before them may be too many for the seats that are free.
      if (place.state === 'waitlisted') noteFreedSeats(manager);
      for (const { child, ageConfirmed } of siblings) {
        const ageConfirmedAt = ageConfirmed ? this.clock.now() : null;
        const answer = { ...place, slotId, ageConfirmedAt };
        await this.changes.write(manager, by, childOf(children, child), answer);
      }
    }
  }
}

/** @throws 400 for a child that is not invited, or named twice. */
function changesIn(view: InvitationView, { answers }: AnswersDto): Change[] {
  const faults: FieldError[] = [];
  const changes = answers.flatMap(({ participationId, answer, slotId, ageConfirmed }, index) => {
    const child = view.children.find((each) => each.participationId === participationId);
    const isTwice = answers.findIndex((each) => each.participationId === participationId) < index;
    if (child === undefined || isTwice) {
      const message = isTwice ? ANSWER_MESSAGES.twice : ANSWER_MESSAGES.otherChild;
      faults.push({ field: fieldOf(index, 'participationId'), message });
      return [];
    }
    const wanted = answer === 'yes' ? (slotId ?? null) : null;
    if (wanted === (child.slot?.id ?? null) && child.state !== 'invited') return [];
    const offer = child.slots.find(({ id }) => id === wanted);
    return [{ child, slotId: wanted, offer, ageConfirmed: ageConfirmed === true, index }];
  });
  if (faults.length > 0) throw invalidInput(faults);
  return changes;
}

function faultsIn({ child, slotId, offer, ageConfirmed, index }: Change, now: Date): FieldError[] {
  const fault = (name: string, message: string): FieldError[] => [
    { field: fieldOf(index, name), message },
  ];
  const { begun, ageQuestion } = ANSWER_MESSAGES;
  // Who waits has nothing there that could begin.
  const hasBegun = child.slot !== null && child.state !== 'waitlisted' && !mayCancel(child, now);
  if (hasBegun) return fault('answer', begun);
  const isAsked = slotId !== null && offer?.ageQuestion != null;
  return isAsked && !ageConfirmed ? fault('ageConfirmed', ageQuestion) : [];
}

/** The yeses to a slot that was offered, and is no more. @throws 400 for one that was never offered */
async function overtakenIn(
  manager: EntityManager,
  { id: studyId }: Study,
  changes: readonly Change[],
): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  for (const { slotId, offer, index } of changes) {
    if (slotId === null || offer !== undefined) continue;
    const fault = { field: fieldOf(index, 'slotId'), message: ANSWER_MESSAGES.timeGone };
    if (!(await manager.existsBy(Slot, { id: slotId, studyId }))) throw invalidInput([fault]);
    faults.push(fault);
  }
  return faults;
}

/** The yeses to a time at which the family sits elsewhere, or says yes to elsewhere. */
async function busyIn(
  manager: EntityManager,
  familyId: number,
  changes: readonly Change[],
): Promise<FieldError[]> {
  const seats: { id: number; startsAt: Date; endsAt: Date }[] = await manager.query(
    `SELECT slot.id, slot.starts_at AS "startsAt", slot.ends_at AS "endsAt"
     FROM participations AS participation JOIN slots AS slot ON slot.id = participation.slot_id
     WHERE participation.family_id = $1 AND participation.state = 'accepted' AND participation.id <> ALL ($2)`,
    [familyId, changes.map(({ child }) => child.participationId)],
  );
  const busy: FieldError[] = [];
  for (const { offer, index } of changes) {
    if (offer === undefined) continue;
    const times = {
      id: offer.id,
      startsAt: new Date(offer.startsAt),
      endsAt: new Date(offer.endsAt),
    };
    const overlaps = seats.some(
      ({ id, startsAt, endsAt }) =>
        id !== times.id && startsAt < times.endsAt && endsAt > times.startsAt,
    );
    if (overlaps) busy.push({ field: fieldOf(index, 'slotId'), message: ANSWER_MESSAGES.busy });
    seats.push(times);
  }
  return busy;
}

/**
 * Locks the slots that are left and taken. Staff may have changed them since the family looked: they lock only
 * families with a place there.
 * @returns the invitation's participations, by id; `null` when one of them, or a slot, is not as the family saw it
 * any more.
 */
async function lockPlaces(
  manager: EntityManager,
  invitationId: number,
  changes: readonly Change[],
): Promise<ReadonlyMap<number, Participation> | null> {
  const ids = changes.flatMap(({ child, slotId }) => [child.slot?.id ?? [], slotId ?? []].flat());
  const slots = await lockSlots(manager, ids);
  const areOffered = changes.every(({ offer }) => {
    const slot = slots.find(({ id }) => id === offer?.id);
    const isMoved = slot?.startsAt.toISOString() !== offer?.startsAt;
    return slot === undefined ? offer === undefined : slot.cancelledAt === null && !isMoved;
  });
  const found = await manager.findBy(Participation, { invitationId });
  const children = new Map(found.map((each) => [each.id, each]));
  const areSame = changes.every(
    ({ child }) => children.get(child.participationId)?.state === child.state,
  );
  return areOffered && areSame ? children : null;
}

function childOf(
  children: ReadonlyMap<number, Participation>,
  { participationId }: InvitedChild,
): Participation {
  const child = children.get(participationId);
  if (child === undefined) throw new Error('the answers are not those that were looked at');
  return child;
}

function fieldOf(index: number, name: string): string {
  return `answers[${String(index)}].${name}`;
}

function conflict(present: InvitationView, message: string, errors?: FieldError[]): Failure {
  const body: AnswersConflict = {
    statusCode: HttpStatus.CONFLICT,
    message,
    present,
    ...(errors === undefined ? {} : { errors }),
  };
  return new Failure(body);
}
