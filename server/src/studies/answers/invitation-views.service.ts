import {
  ageMatchOn,
  calendarDay,
  type InvitationView,
  type InvitedChild,
  isBeforeCutOff,
  type OfferedSlot,
  type StaffParticipation,
} from '@kidlab/contract';
import { HttpStatus, Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { EntityManager } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { Failure, notFound } from '../../common/failures.js';
import { SERVER_MESSAGES } from '../../common/messages.js';
import { Environment } from '../../config/environment.js';
import { namedColumns } from '../../families/record.sql.js';
import type { Invitation } from '../invitation.entity.js';
import { InvitationLinksService } from '../invitations/invitation-links.service.js';
import { localTime, participationFields } from '../studies.sql.js';
import { Study } from '../study.entity.js';
import {
  ageQuestionOf,
  ENDED_MESSAGES,
  type EndedReason,
  hasAttendance,
  holdsPlace,
} from './answer-rules.js';

interface SlotRow {
  readonly id: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly startsLocal: string;
  readonly endsLocal: string;
  readonly isCancelled: boolean;
  readonly seatsLeft: number;
  readonly waiting: number;
}

/** A seat that is free belongs to those who wait. */
const slotsSql = (studyId: number, timeZone: string): Sql => sql`
  SELECT id, starts_at AS "startsAt", ends_at AS "endsAt", ${localTime('starts_at', timeZone)} AS "startsLocal",
    ${localTime('ends_at', timeZone)} AS "endsLocal", cancelled_at IS NOT NULL AS "isCancelled",
    CASE WHEN slots.waiting > 0 THEN 0 ELSE seats - taken END AS "seatsLeft",
    (SELECT count(DISTINCT family_id)::integer FROM participations
     WHERE slot_id = slots.id AND state = 'waitlisted') AS waiting
  FROM slots WHERE study_id = ${studyId} ORDER BY starts_at, id`;

type ChildRow = StaffParticipation & { readonly month: number; readonly year: number };

const childrenSql = (invitationId: number, timeZone: string): Sql => sql`
  SELECT ${namedColumns(participationFields(timeZone))}, child.month_of_birth AS month, child.year_of_birth AS year
  FROM participations AS participation JOIN children AS child ON child.id = participation.child_id
  LEFT JOIN slots AS slot ON slot.id = participation.slot_id
  WHERE participation.invitation_id = ${invitationId} ORDER BY child.id`;

/** Once its letter has left. */
type MailedInvitation = Invitation & { readonly expiresAt: Date };

interface Opened {
  readonly invitation: MailedInvitation;
  readonly study: Study;
  readonly view: InvitationView;
  /** Why nothing can be answered any more: nobody has a place to give back either. */
  readonly end: EndedReason | null;
}

/** An invitation as its family sees it. Looking at it changes nothing: mail scanners follow links. */
@Injectable()
export class InvitationViews {
  constructor(
    private readonly links: InvitationLinksService,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 */
  async find(manager: EntityManager, token: string): Promise<MailedInvitation> {
    const invitation = await this.links.find(manager, token);
    if (invitation?.expiresAt == null) throw notFound(SERVER_MESSAGES.unknownLink);
    return invitation as MailedInvitation;
  }

  /** @throws 404; 410 */
  async open(manager: EntityManager, token: string): Promise<Opened> {
    const opened = await this.look(manager, token);
    if (opened.end !== null) throw gone(opened.end);
    return opened;
  }

  /** @throws 404 */
  async look(manager: EntityManager, token: string): Promise<Opened> {
    const invitation = await this.find(manager, token);
    const study = await manager.findOneBy(Study, { id: invitation.studyId });
    const { labTimeZone } = this.environment;
    const slots = await rowsOf<SlotRow>(manager, slotsSql(invitation.studyId, labTimeZone));
    const children = await rowsOf<ChildRow>(manager, childrenSql(invitation.id, labTimeZone));
    // Deleted between two of these looks.
    if (study === null || children.length === 0) throw notFound(SERVER_MESSAGES.unknownLink);
    const now = this.clock.now();
    const end = endOf(invitation, study, slots, now);
    const view = {
      studyName: study.publicName,
      place: study.place,
      sequence: invitation.sequence,
      expiresAt: invitation.expiresAt.toISOString(),
      note: invitation.note ?? '',
      children: children.map((child) => {
        const mayAnswer = end === null && !hasAttendance(child.state);
        const offered = mayAnswer ? slots.filter((slot) => isOpen(slot, now)) : [];
        const fitting = offered.map((slot) => offerOf(child, slot, study));
        const place = slots.find(({ id }) => id === child.slotId);
        const hasPlace = holdsPlace(child.state) || hasAttendance(child.state);
        return {
          participationId: child.id,
          firstName: child.firstName,
          state: child.state,
          slot: place !== undefined && hasPlace ? offerOf(child, place, study).slot : null,
          waitingBefore: child.waitingBefore,
          slots: fitting.flatMap(({ slot, fits }) => (fits ? [slot] : [])),
        };
      }),
    };
    const isLasting = view.children.some((child) => mayCancel(child, now));
    return { invitation, study, view, end: isLasting ? null : end };
  }
}

/** Has a place in a session that is still to come. */
export function mayCancel({ state, slot }: InvitedChild, now: Date): boolean {
  return holdsPlace(state) && slot !== null && new Date(slot.startsAt) > now;
}

function isOpen({ isCancelled, startsAt }: SlotRow, now: Date): boolean {
  return !isCancelled && isBeforeCutOff(startsAt, now);
}

/** Why there is no more to choose. */
function endOf(
  { state, expiresAt }: MailedInvitation,
  study: Study,
  slots: readonly SlotRow[],
  now: Date,
): EndedReason | null {
  if (state === 'withdrawn') return 'withdrawn';
  if (study.state === 'closed') return 'closed';
  if (!slots.some(({ isCancelled, startsAt }) => !isCancelled && startsAt > now)) return 'over';
  return now < expiresAt ? null : 'expired';
}

export function gone(reason: EndedReason): Failure {
  const body = { statusCode: HttpStatus.GONE, message: ENDED_MESSAGES[reason], reason };
  return new Failure(body);
}

function offerOf(
  child: ChildRow,
  { startsAt, endsAt, isCancelled: _, ...slot }: SlotRow,
  { criteria }: Study,
): { slot: OfferedSlot; fits: boolean } {
  const day = calendarDay(slot.startsLocal.slice(0, 10));
  const fits = ageMatchOn(child, criteria, day) !== null;
  const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  return { fits, slot: { ...slot, ...times, ageQuestion: ageQuestionOf(child, criteria, day) } };
}

function rowsOf<Row>(manager: EntityManager, { text, values }: Sql): Promise<Row[]> {
  return manager.query<Row[]>(text, values);
}
