import type { CandidateReason } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';

import { DAY } from '../../common/durations.js';
import { notFound } from '../../common/http-error.js';
import { LabCalendar } from '../../common/lab.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { rowsOf } from '../../common/statements.js';
import { Suppressions } from '../../email/suppression/suppressions.service.js';
import type { Family } from '../../families/family.entity.js';
import { answerBy, openAfter } from '../answers/answer-rules.js';
import type { Invitation } from '../invitation.entity.js';
import { Slot } from '../slot.entity.js';
import { Study } from '../study.entity.js';
import { type EvaluatedChild, judgedSql } from './candidates.sql.js';
import type { StudyAt } from './study-at.js';

/** Days for answering an invitation; the cut-off of the last slot may end them sooner. */
const ANSWER_DAYS = 7;

/** A family with the outcome of the rules. */
export interface EvaluatedFamily extends Pick<Family, 'id' | 'guid' | 'email'> {
  /** The children who may be invited. */
  readonly invited: readonly EvaluatedChild[];
  /** The reasons against the child with the fewest: those of a sibling would mislead. */
  readonly reasons: CandidateReason[];
}

/** Applies the rules to families that the caller has locked. */
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
      // Even if families are waiting: a seat that is still free is one that they can't take.
      slots: slots
        .filter(({ taken, seats }) => taken < seats)
        .map((slot) => Object.assign(slot, { day: this.calendar.dayOf(slot.startsAt) })),
      expiresAt: answerBy(new Date(moment.now.getTime() + ANSWER_DAYS * DAY), slots),
    });
  }

  /** Applies the rules to existing families. @param withPossible also offers days on which an age is only possible */
  async judge(
    manager: EntityManager,
    study: StudyAt,
    familyIds: readonly number[],
    withPossible: boolean,
  ): Promise<EvaluatedFamily[]> {
    const families = await rowsOf<
      Pick<Family, 'id' | 'guid' | 'email'> & { children: EvaluatedChild[] }
    >(manager, judgedSql(study, familyIds, withPossible ? 'possible' : 'certain'));
    const emails = families.map(({ email }) => email);
    const erased = await this.suppressions.among(manager, emails);
    return families.map(({ children, ...family }) => {
      const ofAddress = erased.has(family.email) ? ['erased' as const] : [];
      const refused = children
        .map(({ reasons }) => [...ofAddress, ...reasons])
        .filter((reasons) => reasons.length > 0)
        .toSorted((one, other) => one.length - other.length);
      const isInvited = ({ reasons, slots }: EvaluatedChild): boolean =>
        ofAddress.length + reasons.length === 0 && slots.length > 0;
      return { ...family, invited: children.filter(isInvited), reasons: refused[0] ?? [] };
    });
  }

  /**
   * Checks the children of an invitation again: those who may be invited now, the slots that they are offered, by
   * start, and the reasons if none may. The invitation itself does not count against them.
   */
  async ofInvitation(
    manager: EntityManager,
    { id: own, studyId, familyId, withPossible }: Invitation,
  ) {
    const study = { ...(await this.studyAt(manager, studyId)), own };
    const [family] = await this.judge(manager, study, [familyId], withPossible);
    const { invited = [], reasons = [] } = family ?? {};
    const slots = study.slots.filter(({ id }) => invited.some((child) => child.slots.includes(id)));
    return { children: invited, slots, expiresAt: study.expiresAt, reasons };
  }
}
