import type { InvitationsResult, StaffInvitation } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail, familySubject } from '../../audit/audit.service.js';
import { createdBy, modifiedBy } from '../../common/audited.entity.js';
import { conflict, notFound } from '../../common/http-error.js';
import { LabCalendar } from '../../common/lab.js';
import { readPage, type WrittenPage } from '../../common/list.js';
import { saveOnce, type SentForm } from '../../common/saved-form.js';
import { chunksOf, recordOf, rowsOf } from '../../common/statements.js';
import { Outbox } from '../../email/outbox.repository.js';
import { lockFamilies, lockFamily } from '../../families/family-locks.js';
import { BLOCKS_ANOTHER } from '../candidates/candidate.rules.js';
import { firstFamilies } from '../candidates/candidates.sql.js';
import { EligibilityService, type EvaluatedFamily } from '../candidates/eligibility.service.js';
import { BY_STAFF, Invitation, Participation } from '../invitation.entity.js';
import { invitationMessage, isAnswered } from './invitation.letter.js';
import type { InvitationListDto, InvitationsRequestDto } from './invitations.dto.js';
import { invitationGrid, invitationSql } from '../studies.sql.js';

export const INVITATION_MESSAGES = {
  notFound: 'There is no such invitation.',
  answered: 'The family has answered this invitation, so it cannot be withdrawn.',
} as const;

interface Asked {
  readonly family: EvaluatedFamily;
  readonly invitation: Invitation;
}

/** Invitations, as staff send and withdraw them. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly calendar: LabCalendar,
    private readonly eligibility: EligibilityService,
    private readonly outbox: Outbox,
  ) {}

  list(query: InvitationListDto): Promise<WrittenPage> {
    const { timeZone } = this.calendar.moment();
    return readPage(this.dataSource, invitationGrid(query, timeZone), query.range);
  }

  /** Locks the families and queues a letter for each that may be invited. @throws 404 without the study */
  invite(
    { studyId, familyIds, take = 0, withPossible = false }: InvitationsRequestDto,
    form: SentForm,
  ): Promise<InvitationsResult> {
    const { now } = this.calendar.moment();
    const made = createdBy(form.actor, now);
    return saveOnce(this.dataSource, form, now, async (manager) => {
      const study = await this.eligibility.studyAt(manager, studyId);
      const top = firstFamilies(study, take, withPossible);
      const ids = familyIds ?? (await rowsOf<{ id: number }>(manager, top)).map(({ id }) => id);
      await lockFamilies(manager, ids);
      const judged = await this.eligibility.judge(manager, study, ids, withPossible);
      const asked: Asked[] = [];
      const refused: InvitationsResult['refused'] = [];
      for (const familyId of new Set(ids)) {
        const family = judged.find(({ id }) => id === familyId);
        if (family === undefined) refused.push({ familyId, reasons: ['unknown'] });
        else if (family.invited.length === 0) refused.push({ familyId, reasons: family.reasons });
        else {
          const queued = { studyId, familyId, withPossible, state: 'queued' as const, sequence: 0 };
          asked.push({ family, invitation: manager.create(Invitation, { ...made, ...queued }) });
        }
      }
      if (asked.length > 0) await this.queue(manager, studyId, asked, form.actor);
      return { queued: asked.length, refused };
    });
  }

  /** Stops the letter and ends its link. Repeatable. @throws 404; 409 after an answer */
  withdraw(id: number, actor: string): Promise<StaffInvitation> {
    return this.dataSource.transaction(async (manager) => {
      const known = await manager.findOneBy(Invitation, { id });
      const family = known && (await lockFamily(manager, { id: known.familyId }));
      const invitation = await manager.findOneBy(Invitation, { id });
      if (!family || invitation === null) throw notFound(INVITATION_MESSAGES.notFound);
      if (invitation.state !== 'withdrawn') {
        if (await isAnswered(manager, invitation)) throw conflict(INVITATION_MESSAGES.answered);
        const withdrawn = { state: 'withdrawn' as const, withdrawnReason: BY_STAFF };
        const modified = modifiedBy(actor, this.calendar.moment().now);
        await manager.update(Invitation, { id }, { ...withdrawn, ...modified });
        const after = { studyId: invitation.studyId };
        await this.audit.recordFamily(manager, family, actor, 'invitation.withdrawn', { after });
      }
      const record = invitationSql(id, this.calendar.moment().timeZone);
      return recordOf(manager, record, INVITATION_MESSAGES.notFound);
    });
  }

  private async queue(
    manager: EntityManager,
    studyId: number,
    asked: readonly Asked[],
    actor: string,
  ): Promise<void> {
    const familyIds = asked.map(({ family }) => family.id);
    const stopped = sql`DELETE FROM invitations AS invitation
      WHERE study_id = ${studyId} AND family_id = ANY (${familyIds}) AND NOT ${BLOCKS_ANOTHER}`;
    await rowsOf(manager, stopped);
    // `insert` also sets the ids. `save` would compare every entity with every other.
    await manager.insert(
      Invitation,
      asked.map(({ invitation }) => invitation),
    );
    const children = asked.flatMap(({ family, invitation }) => {
      const { id: invitationId, familyId, createdDate } = invitation;
      const made = { ...createdBy(actor, createdDate), invitationId, familyId };
      return family.invited.map(({ id }) => ({ ...made, childId: id, state: 'invited' as const }));
    });
    for (const chunk of chunksOf(children)) await manager.insert(Participation, chunk);
    const events = asked.map(({ family }) => ({
      actor,
      action: 'invitation.queued' as const,
      ...familySubject(family),
      after: { studyId, children: family.invited.map(({ id }) => id) },
    }));
    await this.audit.record(manager, ...events);
    const letters = asked.map(({ family, invitation }) =>
      invitationMessage(invitation, family.email),
    );
    await this.outbox.enqueue(manager, ...letters);
  }
}
