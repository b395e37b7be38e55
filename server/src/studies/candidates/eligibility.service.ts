import {
  CANDIDATE_REASONS,
  type CandidateReason,
  cutOffOf,
  openAfter,
  type Verdict,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';

import { notFound } from '../../common/failures.js';
import { LabCalendar } from '../../common/lab.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { rowsOf } from '../../common/statements.js';
import { Suppressions } from '../../email/suppression/suppressions.service.js';
import type { Invitation } from '../invitation.entity.js';
import { Slot } from '../slot.entity.js';
import { criteriaOf } from '../study.dto.js';
import { Study } from '../study.entity.js';
import { reasonsOf, verdictOf } from './candidate.rules.js';
import { familiesAtStudy, type FamilyAtStudy } from './candidates.sql.js';
import { type OpenSlot, slotsFor, type StudyAt } from './study-at.js';

const DAY = 86_400_000;
/** How long a letter may be answered, in days; at most until the last slot's cut-off. */
const ANSWER_DAYS = 7;

/** What the rules say of a child. */
interface JudgedChild {
  readonly id: number;
  readonly verdict: Verdict;
  readonly reasons: readonly CandidateReason[];
  /** Those of the study that it may choose. */
  readonly slots: readonly OpenSlot[];
}

export interface JudgedFamily extends Pick<FamilyAtStudy, 'id' | 'guid' | 'email'> {
  readonly children: readonly JudgedChild[];
}

/** Asks who may be invited, in JavaScript: the caller holds the locks of the families. */
@Injectable()
export class EligibilityService {
  constructor(
    private readonly calendar: LabCalendar,
    private readonly suppressions: Suppressions,
  ) {}

  /** @throws 404 */
  async studyAt(manager: EntityManager, id: number): Promise<StudyAt> {
    const study = await this.findStudy(manager, id);
    if (study === null) throw notFound(STUDY_MESSAGES.studyNotFound);
    return study;
  }

  async findStudy(manager: EntityManager, id: number): Promise<StudyAt | null> {
    const study = await manager.findOneBy(Study, { id });
    if (study === null) return null;
    const moment = this.calendar.moment();
    const slots = await manager.find(Slot, {
      where: { studyId: id, cancelledAt: IsNull(), startsAt: MoreThan(openAfter(moment.now)) },
      order: { startsAt: 'ASC', id: 'ASC' },
    });
    return Object.assign(study, {
      ...moment,
      // A study that was stored before a criterion was added.
      criteria: { ...criteriaOf({}), ...study.criteria },
      slots: slots
        // A seat that is free belongs to those who wait.
        .filter(({ taken, seats, waiting }) => taken < seats && waiting === 0)
        .map((slot) => ({
          id: slot.id,
          startsAt: slot.startsAt.toISOString(),
          endsAt: slot.endsAt.toISOString(),
          day: this.calendar.dayOf(slot.startsAt),
          seatsLeft: slot.seats - slot.taken,
        })),
      expiresAt: expiryOf(moment.now, slots.at(-1)),
    });
  }

  /** Those that are there, by id. @param invitation see `familiesAtStudy` */
  async judge(
    manager: EntityManager,
    study: StudyAt,
    familyIds: readonly number[],
    invitation?: Invitation,
  ): Promise<JudgedFamily[]> {
    const statement = familiesAtStudy(study, familyIds, invitation);
    const families = await rowsOf<FamilyAtStudy>(manager, statement);
    const emails = families.map(({ email }) => email);
    const erased = await this.suppressions.among(manager, emails);
    return families.map(({ facts: family, children, ...who }) => ({
      ...who,
      children: children.map((child) => {
        const facts = { family, child };
        const isErased = erased.has(who.email);
        return {
          id: child.id,
          verdict: isErased ? 'not' : verdictOf(facts, study),
          reasons: [...(isErased ? (['erased'] as const) : []), ...reasonsOf(facts, study)],
          slots: slotsFor(facts, study),
        };
      }),
    }));
  }

  /**
   * Which children of an invitation may be invited now, their slots by start, and why not the others. The caller holds
   * the family's lock. The invitation itself, and its letter, do not count against it.
   */
  async ofInvitation(
    manager: EntityManager,
    invitation: Invitation,
  ): Promise<{
    children: number[];
    slots: OpenSlot[];
    expiresAt: Date;
    reasons: CandidateReason[];
  }> {
    const study = await this.studyAt(manager, invitation.studyId);
    const [family] = await this.judge(manager, study, [invitation.familyId], invitation);
    const children = family?.children ?? [];
    const invited = invitedOf(children, invitation.withPossible);
    return {
      children: invited.map(({ id }) => id),
      slots: study.slots.filter((slot) => invited.some(({ slots }) => slots.includes(slot))),
      expiresAt: study.expiresAt,
      reasons: allReasons(children),
    };
  }
}

/** A week, at most until the cut-off of the last slot, be it full or not. */
function expiryOf(now: Date, last: Slot | undefined): Date {
  const cutOff = last === undefined ? Infinity : cutOffOf(last.startsAt).getTime();
  return new Date(Math.min(now.getTime() + ANSWER_DAYS * DAY, cutOff));
}

/** @param withPossible also those whose age is only possible */
export function invitedOf(
  children: readonly JudgedChild[],
  withPossible: boolean,
): readonly JudgedChild[] {
  return children.filter(
    ({ verdict }) => verdict === 'certain' || (withPossible && verdict === 'possible'),
  );
}

/** The reasons of some children, each once, in their order. */
export function allReasons(children: readonly JudgedChild[]): CandidateReason[] {
  return CANDIDATE_REASONS.filter((reason) =>
    children.some(({ reasons }) => reasons.includes(reason)),
  );
}
