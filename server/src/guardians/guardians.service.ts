import { HOUSEHOLD_MESSAGES, type StaffGuardian } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, Not } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { createdBy, modifiedBy } from '../common/audited.entity.js';
import { cityOf } from '../common/cities.js';
import { Clock } from '../common/clock.js';
import { conflict } from '../common/http-error.js';
import { sentOf } from '../common/field.js';
import { readPage, type WrittenPage } from '../common/list.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { saveOnce, type SentForm } from '../common/saved-form.js';
import { recordOf } from '../common/statements.js';
import { lockEmails, lockFamily, lockVisibleFamily } from '../families/family-locks.js';
import { FamilyListenersService } from '../families/family-listeners.service.js';
import { FamiliesService } from '../families/families.service.js';
import { hasRoomForGuardian, primaryAfter } from '../families/household.js';
import {
  createdEntry,
  deletedEntry,
  checkForChanges,
  registeredAt,
  updatedEntry,
} from '../families/record-changes.js';
import type {
  GuardianChangeDto,
  GuardianFieldsDto,
  GuardianListDto,
  NewGuardianDto,
} from './guardian.dto.js';
import { Guardian } from './guardian.entity.js';
import { guardianGrid, guardianSql } from './guardians.sql.js';

/** Every change locks the family first. Exactly one guardian of a family is primary. */
@Injectable()
export class GuardiansService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamiliesService,
    private readonly listeners: FamilyListenersService,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  list(query: GuardianListDto): Promise<WrittenPage> {
    return readPage(this.dataSource, guardianGrid(query), query.range);
  }

  /** @throws 404 */
  get(id: number, manager = this.dataSource.manager): Promise<StaffGuardian> {
    return recordOf(manager, guardianSql(id), STAFF_MESSAGES.guardianNotFound);
  }

  /** @throws 404 without such a family; 409 for a third guardian, or when the request names two families. */
  async create(
    { familyId, familyGuid, familyEmail, ...fields }: NewGuardianDto,
    form: SentForm,
  ): Promise<StaffGuardian> {
    const create = async (manager: EntityManager): Promise<StaffGuardian> => {
      await lockEmails(manager, [fields.email]);
      const { id } = await lockVisibleFamily(manager, { familyId, familyGuid, email: familyEmail });
      return this.add(manager, id, fields, form.actor);
    };
    const now = this.clock.now();
    return saveOnce(this.dataSource, form, now, create, (guardian) => guardian.familyId);
  }

  /** The caller's transaction holds the address's and the family's lock. @throws 409 for a third guardian. */
  async add(
    manager: EntityManager,
    familyId: number,
    { isPrimaryIndicator, ...fields }: GuardianFieldsDto,
    actor: string,
  ): Promise<StaffGuardian> {
    const others = await manager.countBy(Guardian, { familyId });
    if (!hasRoomForGuardian(others)) throw conflict(HOUSEHOLD_MESSAGES.tooManyGuardians);
    await this.listeners.addressGiven(manager, fields.email);
    const now = this.clock.now();
    const guardian = await manager.save(Guardian, {
      ...sentOf(fields),
      ...createdBy(actor, now),
      ...registeredAt(now),
      familyId,
      city: cityOf(fields.zipCode),
      isPrimaryIndicator: primaryAfter(isPrimaryIndicator, { was: 'N', others }),
    });
    await this.updateOther(manager, guardian, actor);
    const record = await this.get(guardian.id, manager);
    await this.audit.record(manager, createdEntry('guardian', actor, record));
    return record;
  }

  /**
   * Changes the fields that were sent, except the family. With `withSameEmail`, a family that had the guardian's old
   * address gets the new one.
   * @throws 404; 409 for an older version, or when another family has the address.
   */
  async update(id: number, sent: GuardianChangeDto, actor: string): Promise<StaffGuardian> {
    return this.dataSource.transaction(async (manager) => {
      const { email } = sent;
      if (email !== undefined) {
        const { familyEmail } = await this.get(id, manager);
        // Addresses are always locked before families.
        await lockEmails(manager, [familyEmail, email]);
        const stored = await this.lock(manager, id);
        if (sent.withSameEmail === true && stored.email === stored.familyEmail) {
          await this.families.change(manager, { id: stored.familyId }, { email }, actor);
        }
      }
      return this.change(manager, id, sent, actor);
    });
  }

  /** Updates only the guardian. The caller's transaction holds the lock of a new address. */
  async change(
    manager: EntityManager,
    id: number,
    { version, withSameEmail: _with, ...sent }: GuardianChangeDto,
    actor: string,
  ): Promise<StaffGuardian> {
    const stored = await this.lock(manager, id);
    const { familyId, isPrimaryIndicator: was } = stored;
    const others = await manager.countBy(Guardian, { familyId, id: Not(id) });
    const isPrimaryIndicator = primaryAfter(sent.isPrimaryIndicator, { was, others });
    const fields = { ...sentOf(sent), isPrimaryIndicator };
    if (!checkForChanges(stored, stored, fields, version)) return stored;
    const { email = stored.email, zipCode = stored.zipCode } = fields;
    if (email !== stored.email) await this.listeners.addressGiven(manager, email);
    const modified = { ...modifiedBy(actor, this.clock.now()), city: cityOf(zipCode) };
    await manager.update(Guardian, { id }, { ...fields, ...modified });
    await this.updateOther(manager, { id, familyId, isPrimaryIndicator }, actor);
    const record = await this.get(id, manager);
    await this.audit.record(manager, updatedEntry('guardian', actor, stored, record));
    return record;
  }

  /** @throws 404; 409 for the family's last guardian. */
  async remove(id: number, actor: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const guardian = await this.lock(manager, id);
      if ((await manager.countBy(Guardian, { familyId: guardian.familyId })) === 1) {
        throw conflict(STAFF_MESSAGES.lastGuardian);
      }
      await this.removeLocked(manager, guardian, actor);
    });
  }

  /** The caller's transaction holds the family's lock and has checked that another guardian remains. */
  async removeLocked(
    manager: EntityManager,
    { id, familyId }: Pick<Guardian, 'id' | 'familyId'>,
    actor: string,
  ): Promise<void> {
    const record = await this.get(id, manager);
    await manager.delete(Guardian, { id });
    await this.audit.record(manager, deletedEntry('guardian', actor, record));
    await this.updateOther(manager, { id, familyId, isPrimaryIndicator: 'N' }, actor);
  }

  /** Keeps exactly one guardian primary after this one was saved or removed: a family has at most one other. */
  private async updateOther(
    manager: EntityManager,
    guardian: Pick<Guardian, 'id' | 'familyId' | 'isPrimaryIndicator'>,
    actor: string,
  ): Promise<void> {
    const { familyId } = guardian;
    const other = await manager.findOneBy(Guardian, { familyId, id: Not(guardian.id) });
    const isPrimaryIndicator = guardian.isPrimaryIndicator === 'Y' ? 'N' : 'Y';
    if (other === null || other.isPrimaryIndicator === isPrimaryIndicator) return;
    const before = await this.get(other.id, manager);
    const modified = modifiedBy(actor, this.clock.now());
    await manager.update(Guardian, { id: other.id }, { isPrimaryIndicator, ...modified });
    const after = await this.get(other.id, manager);
    await this.audit.record(manager, updatedEntry('guardian', actor, before, after));
  }

  /** Locks the family, then reads the guardian. @throws 404 */
  private async lock(manager: EntityManager, id: number): Promise<StaffGuardian> {
    const { familyId } = await this.get(id, manager);
    await lockFamily(manager, { id: familyId });
    return this.get(id, manager);
  }
}
