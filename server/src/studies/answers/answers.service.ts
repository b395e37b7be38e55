import {
  type AnswersConflict,
  type FieldError,
  type InvitationView,
  REGISTRATION_SITE_ACTOR,
} from '@kidlab/contract';
import { HttpStatus, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { modifiedBy } from '../../common/audited.entity.js';
import { HttpError, invalidInput, notFound } from '../../common/http-error.js';
import { LabCalendar } from '../../common/lab.js';
import { SERVER_MESSAGES } from '../../common/messages.js';
import { Environment } from '../../config/environment.js';
import { lockFamily } from '../../families/family-locks.js';
import type { Family } from '../../families/family.entity.js';
import { Invitation, Participation } from '../invitation.entity.js';
import { calendarOf } from '../invitations/calendar.js';
import { InvitationLinksService } from '../invitations/invitation-links.service.js';
import { Slot } from '../slot.entity.js';
import { lockSlots } from '../slot-locks.js';
import {
  type Change,
  changesIn,
  clashesIn,
  confirmedIn,
  faultAt,
  faultsIn,
  overtakenIn,
} from './answer-changes.js';
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
   * another session of the family or has fewer seats than siblings want, and a full slot if a child would lose its seat
   * unasked; 410
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
    const { id, familyId } = await this.links.find(manager, token);
    const family = await lockFamily(manager, { id: familyId });
    if (family === null) throw notFound(SERVER_MESSAGES.unknownLink);
    const held = await manager.findBy(Participation, { invitationId: id });
    const locked = await lockSlots(
      manager,
      [...held, ...request.answers].map(({ slotId }) => slotId),
    );
    // Read again: now these answers and slots are locked.
    const found = await this.views.read(manager, token);
    const { view, study, end } = found;
    const { note = view.note } = request;
    const changes = changesIn(found, request);
    const confirmed = confirmedIn(found, request);
    if (changes.length + confirmed.length === 0 && note === view.note) return;
    // After the deadline, a no is still welcome.
    const isNo = changes.length > 0 && changes.every(({ slotId }) => slotId === null);
    if (end !== null && !(end === 'expired' && isNo)) throw gone(end);
    // A note alone does not raise the sequence.
    const { noteSeen = view.note } = request;
    const isOlder = request.sequence !== view.sequence || noteSeen !== view.note;
    if (isOlder) throw conflict(found, ANSWER_MESSAGES.changed);
    const now = this.calendar.moment().now;
    const slots = locked.filter(({ studyId }) => studyId === study.id);
    const faults = changes.flatMap((change) => faultsIn(change, slots, now));
    if (faults.length > 0) throw invalidInput(faults);
    refuse(found, overtakenIn(changes));
    refuse(found, await clashesIn(manager, familyId, changes, slots));
    refuse(found, await this.write(manager, family, changes));
    const answered = { answeredAt: now, note: note === '' ? null : note };
    const actor = REGISTRATION_SITE_ACTOR;
    if (confirmed.length > 0) await this.changes.confirmAges(manager, confirmed, actor);
    if (changes.length > 0) return this.changes.tell(manager, [id], actor, answered);
    // A new note or a confirmed age needs no letter.
    await manager.update(Invitation, { id }, { ...answered, ...modifiedBy(actor, now) });
  }

  /** @returns errors for children who would lose a seat unasked: then nothing may be saved */
  private async write(
    manager: EntityManager,
    family: Family,
    changes: readonly Change[],
  ): Promise<FieldError[]> {
    const actor = REGISTRATION_SITE_ACTOR;
    await this.changes.giveUp(
      manager,
      changes.map(({ child }) => child),
    );
    for (const { child } of changes.filter(({ slotId }) => slotId === null)) {
      const state = child.state === 'accepted' ? 'cancelled_by_parent' : 'declined';
      await this.changes.write(manager, actor, [{ ...child, family }], {
        state,
        slotId: child.slotId,
      });
    }
    const faults: FieldError[] = [];
    const slotIds = new Set(changes.flatMap(({ slotId }) => slotId ?? []));
    for (const slotId of slotIds) {
      // Siblings who choose the same slot get seats or wait together.
      const siblings = changes.filter((change) => change.slotId === slotId);
      const admission = await admissionTo(manager, this.calendar, slotId, siblings.length);
      if (admission.state === 'waitlisted') {
        const unasked = siblings.filter(
          ({ child, givesUpSeat }) => child.state === 'accepted' && !givesUpSeat,
        );
        faults.push(...unasked.map((each) => faultAt(each, 'slotId', ANSWER_MESSAGES.seatLost)));
      }
      for (const { child, ageConfirmed } of siblings) {
        const ageConfirmedAt = ageConfirmed ? this.calendar.moment().now : null;
        const answer = { ...admission, slotId, ageConfirmedAt };
        await this.changes.write(manager, actor, [{ ...child, family }], answer);
      }
    }
    return faults;
  }
}

/** @throws 409 with the message of the first fault */
function refuse(found: ReadInvitation, faults: FieldError[]): void {
  const [first] = faults;
  if (first !== undefined) throw conflict(found, first.message, faults);
}

function conflict({ view }: ReadInvitation, message: string, errors?: FieldError[]): HttpError {
  const body: AnswersConflict = {
    statusCode: HttpStatus.CONFLICT,
    message,
    present: view,
    ...(errors === undefined ? {} : { errors }),
  };
  return new HttpError(body);
}
