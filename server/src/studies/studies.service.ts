import type { StaffStudy, StudyCriteria } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, MoreThan } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { createdBy, modifiedBy } from '../common/audited.entity.js';
import { conflict, invalidInput, notFound } from '../common/http-error.js';
import { sentOf } from '../common/field.js';
import { LabCalendar } from '../common/lab.js';
import { readPage, type WrittenPage } from '../common/list.js';
import { STUDY_MESSAGES } from '../common/messages.js';
import { saveOnce, type SentForm } from '../common/saved-form.js';
import { recordOf } from '../common/statements.js';
import {
  createdEntry,
  deletedEntry,
  checkForChanges,
  updatedEntry,
} from '../families/record-changes.js';
import { askAgain } from './answers/age-confirmations.js';
import { ParticipationChangesService } from './answers/participation-changes.service.js';
import type { Participation } from './invitation.entity.js';
import { PlaceLetter } from './invitations/place.letter.js';
import { Slot } from './slot.entity.js';
import { Study } from './study.entity.js';
import { lockWithFamilies } from './slot-locks.js';
import { studyGrid, studySql } from './studies.sql.js';
import {
  criteriaOf,
  type StudyChangeDto,
  type StudyFieldsDto,
  type StudyListDto,
} from './study.dto.js';

/** Studies, as staff plan them. */
@Injectable()
export class StudiesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly calendar: LabCalendar,
    private readonly changes: ParticipationChangesService,
    private readonly letters: PlaceLetter,
  ) {}

  list(query: StudyListDto): Promise<WrittenPage> {
    return readPage(this.dataSource, studyGrid(query), query.range);
  }

  /** @throws 404 */
  get(id: number, manager = this.dataSource.manager): Promise<StaffStudy> {
    return recordOf(manager, studySql(id), STUDY_MESSAGES.studyNotFound);
  }

  /** @throws 400 if a criterion names a study that does not exist */
  create({ criteria = {}, ...fields }: StudyFieldsDto, form: SentForm): Promise<StaffStudy> {
    const { actor } = form;
    const now = this.calendar.moment().now;
    return saveOnce(this.dataSource, form, now, async (manager) => {
      const wanted = {
        state: 'open' as const,
        ...sentOf(fields),
        ...createdBy(actor, now),
        criteria: criteriaOf(criteria),
      };
      await refuseUnknown(manager, wanted.criteria);
      const { id } = await manager.save(Study, manager.create(Study, wanted));
      const record = await this.get(id, manager);
      await this.audit.record(manager, createdEntry('study', actor, record));
      return record;
    });
  }

  /**
   * Changes the fields that are sent. Emails the families of upcoming sessions if the place has changed, or if new
   * ages change the question to a parent.
   * @throws 400 as `create` does; 404; 409 for an older version
   */
  update(id: number, { version, criteria, ...fields }: StudyChangeDto, actor: string) {
    return this.dataSource.transaction(async (manager) => {
      const { place, ...others } = fields;
      // The portal sends all fields. If place and ages are unchanged, no family needs a lock.
      const known = await manager.findOneBy(Study, { id });
      const isMoved = place !== undefined && known?.place !== place;
      const hasNewAges =
        criteria !== undefined && !haveSameAges(known?.criteria, criteriaOf(criteria));
      // Lock families and slots first, as for every change that is mailed.
      const children = isMoved || hasNewAges ? await this.lockComing(manager, id) : [];
      const study = await manager.findOne(Study, {
        where: { id },
        lock: { mode: 'for_no_key_update' },
      });
      if (study === null) throw notFound(STUDY_MESSAGES.studyNotFound);
      const stored = await this.get(id, manager);
      const wanted = {
        ...sentOf(others),
        ...(isMoved ? { place } : {}),
        ...(criteria && { criteria: criteriaOf(criteria) }),
      };
      if (wanted.criteria !== undefined) await refuseUnknown(manager, wanted.criteria, id);
      if (!checkForChanges(study, flat(stored), flat(wanted), version)) return stored;
      const modified = modifiedBy(actor, this.calendar.moment().now);
      await manager.save(Study, Object.assign(study, wanted, modified));
      const record = await this.get(id, manager);
      await this.audit.record(manager, updatedEntry('study', actor, stored, record));
      if (hasNewAges) {
        const asked = await askAgain(manager, this.calendar, stored, record);
        await this.changes.expireOpenPages(manager, id, asked);
        await this.changes.notify(manager, asked, actor);
      }
      if (record.place !== stored.place) await this.notifyOfPlace(manager, children);
      return record;
    });
  }

  /** Deletes a study and its slots. @throws 404; 409 after an invitation was sent */
  async remove(id: number, actor: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      // Slots first, by id: changes of answers lock them before they read the study.
      await manager.query('SELECT FROM slots WHERE study_id = $1 ORDER BY id FOR UPDATE', [id]);
      const lock = { mode: 'pessimistic_write' } as const;
      if ((await manager.findOne(Study, { where: { id }, lock })) === null) {
        throw notFound(STUDY_MESSAGES.studyNotFound);
      }
      const study = await this.get(id, manager);
      if (study.invited > 0) throw conflict(STUDY_MESSAGES.studySent);
      await manager.delete(Study, { id });
      await this.audit.record(manager, deletedEntry('study', actor, study));
    });
  }

  /** Locks the sessions of the study that have not begun, with their families. @returns the children in them */
  private async lockComing(manager: EntityManager, studyId: number): Promise<Participation[]> {
    const startsAt = MoreThan(this.calendar.moment().now);
    const where = { studyId, cancelledAt: IsNull(), startsAt };
    const slots = await manager.find(Slot, { where, select: { id: true } });
    const ids = slots.map(({ id }) => id);
    return (await lockWithFamilies(manager, ids)).children;
  }

  /** Raises the slots' sequence to update calendars and reminders. Their version stays, because nobody saved them. */
  private async notifyOfPlace(manager: EntityManager, children: readonly Participation[]) {
    const held = children.map(({ slotId }) => slotId);
    await manager.query('UPDATE slots SET sequence = sequence + 1 WHERE id = ANY ($1)', [held]);
    const ids = children.map(({ invitationId }) => invitationId);
    await this.letters.queue(manager, ids);
  }
}

/** @param own the study itself may not be named. @throws 400 */
async function refuseUnknown(
  manager: EntityManager,
  { notInStudies: ids }: StudyCriteria,
  own?: number,
): Promise<void> {
  const others = await manager.countBy(Study, { id: In(ids.filter((id) => id !== own)) });
  if (others < ids.length) {
    const message = STUDY_MESSAGES.otherStudies;
    throw invalidInput([{ field: 'criteria.notInStudies', message }]);
  }
}

function haveSameAges(one: StudyCriteria | undefined, other: StudyCriteria): boolean {
  return one?.minMonths === other.minMonths && one.maxMonths === other.maxMonths;
}

/** With each criterion as a field of the form. */
function flat({ criteria, ...fields }: { criteria?: object }): object {
  return { ...fields, ...criteria };
}
