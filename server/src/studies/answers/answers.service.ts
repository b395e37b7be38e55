import {
  type AnswersConflict,
  type FieldError,
  type InvitationView,
  REGISTRATION_SITE_ACTOR as PARENT,
} from '@kidlab/contract';
import { HttpStatus, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { modifiedBy } from '../../common/audited.entity.js';
import { HttpError, invalidInput, notFound } from '../../common/http-error.js';
import { LabCalendar } from '../../common/lab.js';
import { SERVER_MESSAGES } from '../../common/messages.js';
import { Environment } from '../../config/environment.js';
import type { Family } from '../../families/family.entity.js';
import { Invitation } from '../invitation.entity.js';
import { calendarOf } from '../invitations/calendar.js';
import { InvitationLinksService } from '../invitations/invitation-links.service.js';
import { Slot } from '../slot.entity.js';
import { lockSlots } from '../slot-locks.js';
import { type Change, changesIn, conflictsIn, familyBookings, faultsIn } from './answer-changes.js';
import { ANSWER_MESSAGES } from './answer-rules.js';
import type { AnswersDto } from './answers.dto.js';
import { gone, InvitationViewsService, type ReadInvitation } from './invitation-views.service.js';
import { ParticipationChangesService } from './participation-changes.service.js';
import { admissionTo } from './waiting-list.js';

/** Answers of parents, by the mailed link. */
@Injectable()
export class AnswersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: InvitationLinksService,
    private readonly views: InvitationViewsService,
    private readonly changes: ParticipationChangesService,
    private readonly environment: Environment,
    private readonly calendar: LabCalendar,
  ) {}

  /** @throws 404; 410 */
  async view(token: string): Promise<InvitationView> {
    return (await this.views.readOpen(this.dataSource.manager, token)).view;
  }

  /**
   * Saves all answers or none. Repeatable: after a lost connection, the parent can send the same answers again.
   * @throws 400; 404; 409 (`AnswersConflict`) for an older sequence, a slot that is no longer offered, overlaps
   * another session of the family or has fewer seats than siblings want, and a full slot for a child who has a seat;
   * 410
   */
  async answer(token: string, request: AnswersDto): Promise<InvitationView> {
    await this.dataSource.transaction((manager) => this.save(manager, token, request));
    return (await this.views.read(this.dataSource.manager, token)).view;
  }

  /** @throws 404 unless the family has a seat there; 410 */
  async calendarFile(token: string, slotId = 0): Promise<string> {
    const { manager } = this.dataSource;
    const { invitation, study, view } = await this.views.readOpen(manager, token);
    const isSeated = view.children.some(
      ({ state, slot }) => state === 'accepted' && slot?.id === slotId,
    );
    const slot = isSeated ? await manager.findOneBy(Slot, { id: slotId }) : null;
    if (slot === null) throw notFound(SERVER_MESSAGES.unknownLink);
    const entry = { invitation, slot, study, at: this.calendar.moment().now };
    return calendarOf({ method: 'PUBLISH', ...entry }, this.environment);
  }

  private async save(manager: EntityManager, token: string, request: AnswersDto): Promise<void> {
    const { invitation, family } = await this.links.lockMailed(manager, token);
    const { id } = invitation;
    const bookings = await familyBookings(manager, family.id);
    const own = bookings.filter(({ invitationId }) => invitationId === id);
    const wanted = [...own, ...request.answers].map(({ slotId }) => slotId);
    const locked = await lockSlots(manager, wanted);
    // Read again now that the slots are locked. A concurrent move or cancellation doesn't lock a family that has only
    // just joined the slot.
    const found = await this.views.read(manager, token);
    const { view, study, end } = found;
    const { note = view.note, noteSeen = view.note } = request;
    const { changes, confirmed } = changesIn(found, request);
    if (changes.length + confirmed.length === 0 && note === view.note) return;
    // After the deadline, everything except a yes is still accepted.
    const hasYes = changes.some(({ slotId }) => slotId !== null);
    if (end !== null && (end !== 'expired' || hasYes)) throw gone(end);
    // A note alone does not raise the sequence.
    const isOlder = request.sequence !== view.sequence || noteSeen !== view.note;
    if (isOlder) throw conflictWith(found, ANSWER_MESSAGES.changed);
    const now = this.calendar.moment().now;
    const slots = locked.filter(({ studyId }) => studyId === study.id);
    const faults = changes.flatMap((change) => faultsIn(change, slots, now));
    if (faults.length > 0) throw invalidInput(faults);
    refuse(found, conflictsIn(bookings, changes, slots));
    refuse(found, await this.write(manager, family, changes));
    if (confirmed.length > 0) {
      const children = confirmed.map((child) => ({ ...child, family }));
      await this.changes.write(manager, PARENT, children, { ageConfirmedAt: now });
    }
    const answered = { answeredAt: now, note: note === '' ? null : note };
    if (changes.length > 0) return this.changes.notify(manager, [id], PARENT, answered);
    // A new note or a confirmed age needs no letter.
    await manager.update(Invitation, { id }, { ...answered, ...modifiedBy(PARENT, now) });
  }

  /** @returns errors for children who would give up a seat for a waiting list. If any, nothing may be saved */
  private async write(manager: EntityManager, family: Family, changes: readonly Change[]) {
    await this.changes.giveUp(
      manager,
      changes.map(({ child }) => child),
    );
    const faults: FieldError[] = [];
    for (const slotId of new Set(changes.map((change) => change.slotId))) {
      // Siblings who choose the same slot get seats or wait together.
      const siblings = changes.filter((change) => change.slotId === slotId);
      const admission =
        slotId === null ? null : await admissionTo(manager, this.calendar, slotId, siblings.length);
      for (const { child, offer, ageConfirmed, fault } of siblings) {
        const isSeated = child.state === 'accepted';
        if (admission?.state === 'waitlisted' && isSeated) {
          faults.push(fault('slotId', ANSWER_MESSAGES.seatLost));
        }
        const isAsked = offer?.ageQuestion != null;
        const ageConfirmedAt = isAsked && ageConfirmed ? this.calendar.moment().now : null;
        const state = isSeated ? ('cancelled_by_parent' as const) : ('declined' as const);
        const answer = admission === null ? { state } : { ...admission, slotId, ageConfirmedAt };
        await this.changes.write(manager, PARENT, [{ ...child, family }], answer);
      }
    }
    return faults;
  }
}

/** @throws 409 with the message of the first fault */
function refuse(found: ReadInvitation, faults: FieldError[]): void {
  const [first] = faults;
  if (first !== undefined) throw conflictWith(found, first.message, faults);
}

function conflictWith({ view }: ReadInvitation, message: string, errors?: FieldError[]): HttpError {
  const body: AnswersConflict = {
    statusCode: HttpStatus.CONFLICT,
    message,
    present: view,
    ...(errors === undefined ? {} : { errors }),
  };
  return new HttpError(body);
}
