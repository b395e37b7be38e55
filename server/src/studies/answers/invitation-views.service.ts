import {
  ageMatchOn,
  type InvitationView,
  type InvitedChild,
  type OfferedSlot,
  openAgeOf,
  slotDay,
  type StaffParticipation,
} from '@kidlab/contract';
import { HttpStatus, Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { EntityManager } from 'typeorm';

import { HttpError, notFound } from '../../common/http-error.js';
import { LabCalendar } from '../../common/lab.js';
import { SERVER_MESSAGES } from '../../common/messages.js';
import { rowsOf } from '../../common/statements.js';
import { namedColumns } from '../../families/record.sql.js';
import type { Invitation } from '../invitation.entity.js';
import { InvitationLinksService } from '../invitations/invitation-links.service.js';
import type { Slot } from '../slot.entity.js';
import type { Study } from '../study.entity.js';
import { localTime, participationFields, PARTICIPATIONS } from '../studies.sql.js';
import {
  answerBy,
  ENDED_MESSAGES,
  type EndedReason,
  hasAttendance,
  hasSeat,
  isBooked,
  openAfter,
  stateForFamily,
} from './answer-rules.js';

type SlotRow = Omit<OfferedSlot, 'ageQuestion'> &
  Pick<Slot, 'startsAt' | 'endsAt' | 'cancelledAt' | 'cancelReason'>;

/** Free seats go to waiting families first, so a seat that is still free is one that none of them can take. */
const slotsSql = (studyId: number, timeZone: string): Sql => sql`
  SELECT id, starts_at AS "startsAt", ends_at AS "endsAt", ${localTime('starts_at', timeZone)} AS "startsLocal",
    ${localTime('ends_at', timeZone)} AS "endsLocal", cancelled_at AS "cancelledAt", cancel_reason AS "cancelReason",
    seats - taken AS "seatsLeft",
    (SELECT count(DISTINCT family_id)::integer FROM participations
     WHERE slot_id = slots.id AND state = 'waitlisted') AS waiting
  FROM slots WHERE study_id = ${studyId} ORDER BY starts_at, id`;

const childrenSql = (invitationId: number, timeZone: string): Sql => sql`
  SELECT ${namedColumns(participationFields(timeZone))} ${PARTICIPATIONS}
  WHERE participation.invitation_id = ${invitationId} ORDER BY child.id`;

export interface ReadInvitation {
  readonly invitation: Invitation;
  readonly study: Study;
  readonly children: readonly StaffParticipation[];
  /** What the family sees. */
  readonly view: InvitationView;
  /** Why the link has ended. Then there is nothing to choose, no seat to give back and no cancellation to show. */
  readonly end: EndedReason | null;
}

/** Reads an invitation for its family. Changes nothing: mail scanners follow links. */
@Injectable()
export class InvitationViewsService {
  constructor(
    private readonly links: InvitationLinksService,
    private readonly calendar: LabCalendar,
  ) {}

  /** @throws 404; 410 */
  async readOpen(manager: EntityManager, token: string): Promise<ReadInvitation> {
    const found = await this.read(manager, token);
    if (found.end !== null) throw gone(found.end);
    return found;
  }

  /** @throws 404 */
  async read(manager: EntityManager, token: string): Promise<ReadInvitation> {
    const found = await this.find(manager, await this.links.find(manager, token));
    if (found === null) throw notFound(SERVER_MESSAGES.unknownLink);
    return found;
  }

  /** `null` if its letter was not sent, or it has no children. */
  async find(manager: EntityManager, invitation: Invitation): Promise<ReadInvitation | null> {
    const { expiresAt, study } = invitation;
    const { now, timeZone } = this.calendar.moment();
    const slots = await rowsOf<SlotRow>(manager, slotsSql(invitation.studyId, timeZone));
    const children = await rowsOf<StaffParticipation>(
      manager,
      childrenSql(invitation.id, timeZone),
    );
    // If it has no children, it may also have been deleted between these queries.
    if (expiresAt === null || children.length === 0) return null;
    const taking = slots.filter(({ cancelledAt }) => cancelledAt === null);
    const fitting = (child: StaffParticipation): SlotRow[] =>
      taking.filter((slot) => {
        const match = ageMatchOn(child, study.criteria, slotDay(slot));
        return match === 'certain' || (match === 'possible' && invitation.withPossible);
      });
    const until = answerBy(expiresAt, children.flatMap(fitting));
    const endOf = (): EndedReason | null => {
      if (invitation.state === 'withdrawn') return 'withdrawn';
      if (study.state === 'closed') return 'closed';
      if (!taking.some(({ startsAt }) => startsAt > now)) return 'over';
      return now < until ? null : 'expired';
    };
    const end = endOf();
    const openTo = (child: StaffParticipation): SlotRow[] =>
      end === null ? fitting(child).filter(({ startsAt }) => startsAt > openAfter(now)) : [];
    const view = {
      studyName: study.publicName,
      place: study.place,
      sequence: invitation.sequence,
      expiresLocal: this.calendar.localOf(until),
      note: invitation.note ?? '',
      children: children.map((child) => {
        const own = slots.find(({ id }) => id === child.slotId);
        return shownChild(child, study, own, openTo(child), now);
      }),
    };
    const isAhead = (slotId: number | null, time: 'startsAt' | 'endsAt'): boolean =>
      slots.some((slot) => slot.id === slotId && slot[time] > now);
    // Keep the link open, even for the last session: to late families until its end, to others until its start.
    const hasNews = children.some(({ state, slotId }) =>
      hasSeat({ state })
        ? isAhead(slotId, 'endsAt')
        : ['waitlisted', 'cancelled_by_lab'].includes(state) && isAhead(slotId, 'startsAt'),
    );
    return { invitation, study, children, view, end: hasNews ? null : end };
  }
}

export function gone(reason: EndedReason): HttpError {
  const body = { statusCode: HttpStatus.GONE, message: ENDED_MESSAGES[reason], reason };
  return new HttpError(body);
}

/**
 * @param own the slot of its answer
 * @param open slots that it may choose
 */
function shownChild(
  child: StaffParticipation,
  { criteria }: Study,
  own: SlotRow | undefined,
  open: readonly SlotRow[],
  now: Date,
): InvitedChild {
  const { id: participationId, firstName, waitingBefore } = child;
  const state = stateForFamily(child.state, own?.endsAt ?? null, now);
  const offer = (slot: SlotRow): OfferedSlot => {
    const { id, startsLocal, endsLocal, seatsLeft, waiting, startsAt } = slot;
    const isConfirmed = slot === own && isBooked(child) && child.ageConfirmedAt !== null;
    const ageQuestion =
      isConfirmed || startsAt <= now ? null : openAgeOf(child, criteria, slotDay(slot));
    return { id, startsLocal, endsLocal, seatsLeft, waiting, ageQuestion };
  };
  const hasBegun = own !== undefined && isBooked(child) && own.startsAt <= now;
  const none = { slot: null, cancelled: null };
  const shown = { participationId, firstName, state, ...none, hasBegun, waitingBefore };
  const isOver = hasAttendance(child.state) || (hasBegun && hasSeat(child));
  const slots = isOver ? [] : open.map(offer);
  if (own === undefined) return { ...shown, slots };
  const { startsLocal, endsLocal, cancelReason } = own;
  const cancelled = { startsLocal, endsLocal, reason: cancelReason ?? '' };
  if (state === 'cancelled_by_lab') return { ...shown, cancelled, slots };
  return { ...shown, slot: isBooked(child) ? offer(own) : null, slots };
}
