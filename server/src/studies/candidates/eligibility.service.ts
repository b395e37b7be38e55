import { CANDIDATE_REASONS, type CandidateReason, openAfter, type Verdict } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';

import { notFound } from '../../common/failures.js';
import { LabCalendar } from '../../common/lab.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { Suppressions } from '../../email/suppression/suppressions.service.js';
import { Invitation, Participation } from '../invitation.entity.js';
import { Slot } from '../slot.entity.js';
import { criteriaOf } from '../study.dto.js';
import { Study } from '../study.entity.js';
import { reasonsOf, verdictOf } from './candidate.rules.js';
import { familiesAtStudy, type FamilyAtStudy } from './candidates.sql.js';
import type { StudyAt } from './study-at.js';

/** A family that is asked about, with what the rules say of each child. */
export interface JudgedFamily extends Pick<FamilyAtStudy, 'id' | 'guid' | 'email'> {
  readonly children: readonly {
    readonly id: number;
    readonly verdict: Verdict;
    readonly reasons: readonly CandidateReason[];
  }[];
}

/** Which children of an invitation may be invited now; `reasons`: why none of them may. */
interface InvitationEligibility {
  readonly children: number[];
  readonly reasons: CandidateReason[];
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
    return {
      ...moment,
      id,
      isOpen: study.state === 'open',
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
    };
  }

  /** Those that are there, by id. @param except see `familiesAtStudy` */
  async judge(
    manager: EntityManager,
    study: StudyAt,
    familyIds: readonly number[],
    except?: number,
  ): Promise<JudgedFamily[]> {
    const { text, values } = familiesAtStudy(study, familyIds, except);
    const families: FamilyAtStudy[] = await manager.query(text, values);
    const emails = families.map(({ email }) => email);
    const erased = await this.suppressions.among(manager, emails);
    return families.map(({ id, guid, email, facts: family, children }) => ({
      id,
      guid,
      email,
      children: children.map((child) => ({
        id: child.id,
        verdict: erased.has(email) ? 'not' : verdictOf({ family, child }, study),
        reasons: [
          ...(erased.has(email) ? (['erased'] as const) : []),
          ...reasonsOf({ family, child }, study),
        ],
      })),
    }));
  }

  /** The caller holds the family's lock. The invitation itself, and its letter, do not count against it. */
  async ofInvitation(manager: EntityManager, invitationId: number): Promise<InvitationEligibility> {
    const invitation = await manager.findOneByOrFail(Invitation, { id: invitationId });
    const study = await this.studyAt(manager, invitation.studyId);
    const asked = await manager.findBy(Participation, { invitationId, state: 'invited' });
    const [family] = await this.judge(manager, study, [invitation.familyId], invitationId);
    const children = (family?.children ?? []).filter(({ id }) =>
      asked.some(({ childId }) => childId === id),
    );
    return {
      children: children.filter(({ verdict }) => verdict !== 'not').map(({ id }) => id),
      reasons: allReasons(children),
    };
  }
}

/** The reasons of some children, each once, in their order. */
export function allReasons(children: JudgedFamily['children']): CandidateReason[] {
  return CANDIDATE_REASONS.filter((reason) =>
    children.some(({ reasons }) => reasons.includes(reason)),
  );
}
