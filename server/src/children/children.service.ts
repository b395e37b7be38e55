import {
  DEFAULT_HOME_LANGUAGE,
  HOUSEHOLD_MESSAGES,
  REGISTRATION_SITE_ACTOR,
  type StaffChild,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { createdBy, modifiedBy } from '../common/audited.entity.js';
import { conflict, invalidInput } from '../common/http-error.js';
import { sentOf } from '../common/field.js';
import { LabCalendar } from '../common/lab.js';
import { readPage, type WrittenPage } from '../common/list.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { Randomness } from '../common/randomness.js';
import { saveOnce, type SentForm } from '../common/saved-form.js';
import { recordOf } from '../common/statements.js';
import { FamilyListenersService } from '../families/family-listeners.service.js';
import { lockFamily, lockVisibleFamily } from '../families/family-locks.js';
import { birthFaults, hasRoomForChild, isSameChild } from '../families/household.js';
import {
  createdEntry,
  deletedEntry,
  checkForChanges,
  NOT_REGISTERED,
  registeredAt,
  updatedEntry,
} from '../families/record-changes.js';
import type {
  ChildChangeDto,
  ChildFieldsDto,
  ChildListDto,
  NewChildDto,
  SaveChildDto,
} from './child.dto.js';
import { Child } from './child.entity.js';
import { childGrid, childSql } from './children.sql.js';

/** Writes children for staff and for the public site. Every change locks the family first. */
@Injectable()
export class ChildrenService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly calendar: LabCalendar,
    private readonly listeners: FamilyListenersService,
    private readonly randomness: Randomness,
  ) {}

  list(query: ChildListDto): Promise<WrittenPage> {
    const list = childGrid(query, this.calendar.moment());
    return readPage(this.dataSource, list, query.range);
  }

  /** @throws 404 */
  get(id: number, manager = this.dataSource.manager): Promise<StaffChild> {
    return recordOf(manager, childSql(id), STAFF_MESSAGES.childNotFound);
  }

  /** @throws 404 without such a family; 409 for a sixth child, or when the request names two families. */
  async create(
    { familyId, familyGuid, email, ...fields }: NewChildDto,
    form: SentForm,
  ): Promise<StaffChild> {
    const create = async (manager: EntityManager): Promise<StaffChild> => {
      const { id } = await lockVisibleFamily(manager, { familyId, familyGuid, email });
      return this.add(manager, id, fields, form.actor);
    };
    const { now } = this.calendar.moment();
    return saveOnce(this.dataSource, form, now, create, (child) => child.familyId);
  }

  /** The caller's transaction holds the family's lock. @throws 409 for a sixth child. */
  async add(
    manager: EntityManager,
    familyId: number,
    fields: ChildFieldsDto,
    actor: string,
  ): Promise<StaffChild> {
    const others = await manager.countBy(Child, { familyId });
    if (!hasRoomForChild(others)) throw conflict(HOUSEHOLD_MESSAGES.tooManyChildren);
    const now = this.calendar.moment().now;
    const { id } = await manager.save(Child, {
      languageSpokenAtHome: DEFAULT_HOME_LANGUAGE,
      ...rowOf(fields),
      ...createdBy(actor, now),
      ...registeredAt(now),
      familyId,
    });
    const record = await this.get(id, manager);
    await this.audit.record(manager, createdEntry('child', actor, record));
    return record;
  }

  /**
   * Changes the fields that were sent, except the family.
   * @throws 404; 400 for an invalid birth; 409 for an older version.
   */
  async update(
    id: number,
    { version, ...sent }: ChildChangeDto,
    actor: string,
  ): Promise<StaffChild> {
    return this.dataSource.transaction(async (manager) => {
      const stored = await this.lock(manager, id);
      const birth = { ...stored, ...sentOf(sent) };
      const faults = birthFaults(birth, this.calendar.today(), stored.yearOfBirth);
      if (faults.length > 0) throw invalidInput(faults);
      if (!checkForChanges(stored, stored, sent, version)) return stored;
      const modified = modifiedBy(actor, this.calendar.moment().now);
      await manager.update(Child, { id }, { ...rowOf(sent), ...modified });
      const record = await this.get(id, manager);
      const { monthOfBirth, yearOfBirth } = record;
      if (monthOfBirth !== stored.monthOfBirth || yearOfBirth !== stored.yearOfBirth) {
        await this.listeners.birthChanged(manager, id);
      }
      await this.audit.record(manager, updatedEntry('child', actor, stored, record));
      return record;
    });
  }

  /** @throws 404; 409 for the family's last child. */
  async remove(id: number, actor: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const record = await this.lock(manager, id);
      if ((await manager.countBy(Child, { familyId: record.familyId })) === 1) {
        throw conflict(STAFF_MESSAGES.lastChild);
      }
      await this.listeners.childRemoved(manager, id);
      await manager.delete(Child, { id });
      await this.audit.record(manager, deletedEntry('child', actor, record));
    });
  }

  /**
   * Saves a child of a draft; the caller holds the draft's lock. A repeated call updates the same child, which is
   * found by the key or, without one, by `isSameChild`.
   * @throws 409 for a sixth child.
   */
  async saveOfDraft(
    manager: EntityManager,
    familyId: number,
    { email: _email, ...sent }: SaveChildDto,
    idempotencyKey: string | null,
  ): Promise<{ child: Child; isNew: boolean }> {
    const details = {
      ...sent,
      monthOfBirth: Number(sent.monthOfBirth),
      yearOfBirth: Number(sent.yearOfBirth),
    };
    const children = await manager.find(Child, { where: { familyId }, order: { id: 'ASC' } });
    const existing = children.find((child) =>
      idempotencyKey === null
        ? isSameChild(child, details)
        : child.idempotencyKey === idempotencyKey,
    );
    const now = this.calendar.moment().now;
    if (existing !== undefined) {
      Object.assign(existing, details, modifiedBy(REGISTRATION_SITE_ACTOR, now));
      return { child: await manager.save(existing), isNew: false };
    }
    if (!hasRoomForChild(children.length)) throw conflict(HOUSEHOLD_MESSAGES.tooManyChildren);
    const child = await manager.save(Child, {
      ...details,
      ...NOT_REGISTERED,
      ...createdBy(REGISTRATION_SITE_ACTOR, now),
      familyId,
      // The site identifies the children of a draft by their keys.
      idempotencyKey: idempotencyKey ?? this.randomness.uuid(),
    });
    return { child, isNew: true };
  }

  /** Locks the family, then reads the child. @throws 404 */
  private async lock(manager: EntityManager, id: number): Promise<StaffChild> {
    const { familyId } = await this.get(id, manager);
    await lockFamily(manager, { id: familyId });
    return this.get(id, manager);
  }
}

function rowOf(sent: Partial<ChildFieldsDto>): Partial<Child> {
  const { monthOfBirth: month, yearOfBirth: year, ...fields } = sentOf(sent);
  return {
    ...fields,
    ...(month === undefined ? {} : { monthOfBirth: Number(month) }),
    ...(year === undefined ? {} : { yearOfBirth: Number(year) }),
  };
}
