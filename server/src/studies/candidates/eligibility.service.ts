import type { CandidateReason, Verdict } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm';

import { notFound } from '../../common/http-error.js';
import { LabCalendar } from '../../common/lab.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { rowsOf } from '../../common/statements.js';
import { Suppressions } from '../../email/suppression/suppressions.service.js';
import { Family } from '../../families/family.entity.js';
import type { Child } from '../../children/child.entity.js';
import { answerBy, openAfter } from '../answers/answer-rules.js';
import { type Invitation, Participation } from '../invitation.entity.js';
import { Slot } from '../slot.entity.js';
import { Study } from '../study.entity.js';
import { criteriaOf } from '../study.dto.js';
import { reasonsOf } from './candidate.rules.js';
import { type Invited, invitedSql } from './candidates.sql.js';
import {
  type CandidateFacts,
  type OpenSlot,
  slotsFor,
  type StudyAt,
  TOOK_PART,
} from './study-at.js';

const DAY = 86_400_000;
/** Days for answering an invitation; the cut-off of the last slot may end them sooner. */
const ANSWER_DAYS = 7;

/** The verdict of the rules on a child, and the slots of the study that it may choose. */
interface JudgedChild extends Pick<Child, 'id' | 'firstName'> {
  readonly verdict: Verdict;
  readonly reasons: readonly CandidateReason[];
  readonly slots: readonly OpenSlot[];
  /** Those on whose day its age is certain. */
  readonly certainSlots: readonly OpenSlot[];
}

export interface JudgedFamily extends Pick<Family, 'id' | 'guid' | 'email'> {
  readonly children: readonly JudgedChild[];
}

/** Applies the rules in JavaScript, to families that the caller has locked. */
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
      // Older studies may lack a criterion that was added later.
      criteria: { ...criteriaOf({}), ...study.criteria },
      // Also if families wait: a seat that is still free after filling is one that they can't take.
      slots: slots
        .filter(({ taken, seats }) => taken < seats)
        .map((slot) => Object.assign(slot, { day: this.calendar.dayOf(slot.startsAt) })),
      expiresAt: answerBy(new Date(moment.now.getTime() + ANSWER_DAYS * DAY), slots),
    });
  }

  /**
   * The verdicts on families that exist, by id.
   * @param own an invitation to check again: only its children are judged, and it does not count against them
   */
  async judge(
    manager: EntityManager,
    study: StudyAt,
    familyIds: readonly number[],
    own?: Invitation,
  ): Promise<JudgedFamily[]> {
    const ids = [...familyIds];
    const families = await manager.find(Family, {
      where: { id: In(ids), state: Not('draft') },
      relations: { children: true },
      order: { id: 'ASC', children: { id: 'ASC' } },
    });
    const participations = await manager.find(Participation, {
      where: { familyId: In(ids) },
      relations: { slot: true },
    });
    const histories = await rowsOf<Invited>(manager, invitedSql(study, ids, own?.id));
    const emails = families.map(({ email }) => email);
    const erased = await this.suppressions.among(manager, emails);
    return families.map((family) => {
      const { id, guid, email } = family;
      const { invited = null, isInvited = false } = histories.find((each) => each.id === id) ?? {};
      const answers = participations.filter(({ familyId }) => familyId === id);
      const seats = answers.filter(({ state }) => state === 'accepted').map(({ slot }) => slot);
      const known = Object.assign(family, { invited, isInvited, seats });
      const asked = answers.filter(
        ({ invitationId, state }) => invitationId === own?.id && state === 'invited',
      );
      const children = family.children
        .filter((child) => own === undefined || asked.some(({ childId }) => childId === child.id))
        .map((child) => {
          const studies = answers
            .filter(({ childId, state }) => childId === child.id && TOOK_PART.includes(state))
            .map(({ slot }) => slot.studyId);
          const facts = { family: known, child: Object.assign(child, { studies }) };
          return judgeChild(facts, study, erased.has(email));
        });
      return { id, guid, email, children };
    });
  }

  /**
   * Checks the children of an invitation again: those who may be invited now, the slots that they are offered, by
   * start, and the reasons if none may. The invitation itself does not count against them.
   */
  async ofInvitation(manager: EntityManager, invitation: Invitation) {
    const study = await this.studyAt(manager, invitation.studyId);
    const [family] = await this.judge(manager, study, [invitation.familyId], invitation);
    const children = family?.children ?? [];
    const invited = invitedOf(children, invitation.withPossible);
    return {
      children: invited,
      slots: study.slots.filter((slot) => invited.some(({ slots }) => slots.includes(slot))),
      expiresAt: study.expiresAt,
      reasons: fewestReasons(children),
    };
  }
}

function judgeChild(facts: CandidateFacts, study: StudyAt, isErased: boolean): JudgedChild {
  const { id, firstName } = facts.child;
  const reasons = [...(isErased ? ['erased' as const] : []), ...reasonsOf(facts, study)];
  const slots = slotsFor(facts, study);
  const certainSlots = slotsFor(facts, study, 'certain');
  const age = certainSlots.length > 0 ? 'certain' : 'possible';
  const verdict = reasons.length > 0 ? 'not' : age;
  return { id, firstName, verdict, reasons, slots, certainSlots };
}

/**
 * The children to invite, with the slots that they are offered.
 * @param withPossible also on days on which their age is only possible
 */
export function invitedOf(children: readonly JudgedChild[], withPossible: boolean) {
  return children
    .filter(({ verdict }) => verdict === 'certain' || (withPossible && verdict === 'possible'))
    .map((child) => (withPossible ? child : { ...child, slots: child.certainSlots }));
}

/** Of the child that comes closest to an invitation: a sibling's reasons would mislead. */
export function fewestReasons(children: readonly JudgedChild[]): CandidateReason[] {
  const refused = children.filter(({ reasons }) => reasons.length > 0);
  const [closest] = refused.toSorted((one, other) => one.reasons.length - other.reasons.length);
  return [...(closest?.reasons ?? [])];
}
