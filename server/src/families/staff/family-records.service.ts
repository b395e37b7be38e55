import {
  MESSAGES,
  STAFF_FAMILY_FORM,
  STAFF_MESSAGES,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail, familySubject } from '../../audit/audit.service.js';
import { createdBy, modifiedBy } from '../../common/audited.entity.js';
import { Clock } from '../../common/clock.js';
import { conflict, notFound } from '../../common/failures.js';
import { LabCalendar } from '../../common/lab-time.js';
import { Randomness } from '../../common/randomness.js';
import { saveOnce, type SentForm } from '../../common/saved-form.js';
import { Cities } from '../cities.js';
import { FamiliesService } from '../families.service.js';
import { Family } from '../family.entity.js';
import { FamilyListeners } from '../family-listeners.js';
import { lockEmails, lockFamily } from '../family-locks.js';
import { ChangeTrail } from './change-trail.js';
import { ChildRecords } from './child-records.service.js';
import { differs } from './differs.js';
import { GuardianRecords } from './guardian-records.service.js';
import { type NewFamily, readNewFamily } from './new-family-input.js';
import { isWithSameEmail, readFamily, readGuardian } from './record-input.js';
import { RecordReader } from './record-reader.js';
import { registeredAt } from './registered.js';
import { refuseStale } from './version.js';

/** How a call names a family. */
export type FamilyKey = { id: number } | { guid: string };

/** Families as staff write them. Each method is one transaction, with its row in the audit trail. */
@Injectable()
export class FamilyRecords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: RecordReader,
    private readonly families: FamiliesService,
    private readonly guardians: GuardianRecords,
    private readonly children: ChildRecords,
    private readonly listeners: FamilyListeners,
    private readonly trail: ChangeTrail,
    private readonly audit: AuditTrail,
    private readonly cities: Cities,
    private readonly calendar: LabCalendar,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  /**
   * A family, registered at once, with the guardians and children that the body carries: all of it or nothing.
   * @throws 400 with every fault; 409 when another family has the address (a browser's draft is replaced).
   */
  async create(body: unknown, actor: string, form: SentForm | null): Promise<StaffFamilyDetails> {
    const sent = readNewFamily(body, this.calendar.today());
    const create = async (manager: EntityManager): Promise<StaffFamilyDetails> => {
      await lockEmails(manager, [sent.family.email]);
      await this.listeners.addressesGiven(manager, [sent.family.email]);
      await this.freeEmail(manager, sent.family.email, actor);
      const family = await this.insert(manager, sent, actor);
      const record = await this.read(manager, { id: family.id });
      await this.trail.created(manager, { actor, type: 'family' }, record);
      for (const guardian of sent.guardians) {
        await this.guardians.add(manager, family, guardian, actor);
      }
      for (const child of sent.children) {
        await this.children.add(manager, family, child, actor);
      }
      return this.read(manager, { id: family.id });
    };
    return saveOnce(this.dataSource, { form, now: this.clock.now() }, create, ({ id }) => id);
  }

  /**
   * Changes what the body says; the rest stays, and all of it where nothing differs. A new address of a family that awaits
   * confirmation is sent a new link; its guardians who had the former one get it, too, where the body says so.
   * @throws 404; 400 with every fault; 409 for an older version, or when another family has the address.
   */
  async update(
    key: FamilyKey,
    body: unknown,
    actor: string,
    unknown: string = STAFF_MESSAGES.familyNotFound,
  ): Promise<StaffFamilyDetails> {
    return this.dataSource.transaction((manager) =>
      this.change(manager, key, body, actor, unknown),
    );
  }

  /**
   * As `GuardianRecords.update`. Where the family has the guardian's address and the body says so, it gets the new one as well:
   * both, or nothing.
   */
  async updateGuardian(id: number, body: unknown, actor: string): Promise<StaffGuardian> {
    return this.dataSource.transaction(async (manager) => {
      const known = await this.reader.guardian(id, manager);
      if (known === null) throw notFound(STAFF_MESSAGES.guardianNotFound);
      const { email } = readGuardian(body, known);
      if (isWithSameEmail(body) && known.email === known.familyEmail && email !== known.email) {
        const unknown = STAFF_MESSAGES.familyNotFound;
        await this.change(manager, { id: known.familyId }, { email }, actor, unknown);
      }
      return this.guardians.update(manager, id, body, actor);
    });
  }

  private async change(
    manager: EntityManager,
    key: FamilyKey,
    body: unknown,
    actor: string,
    unknown: string,
  ): Promise<StaffFamilyDetails> {
    const known = await this.reader.family(key, manager);
    if (known === null) throw notFound(unknown);
    // Addresses are locked before families, here as everywhere.
    await lockEmails(manager, [known.email, readFamily(body, known).email]);
    const family = await lockFamily(manager, { id: known.id });
    if (family === null || family.state === 'draft') throw notFound(unknown);
    const before = await this.read(manager, { id: family.id });
    const details = readFamily(body, before);
    const changes = differs(family, details);
    const fields = Object.keys(STAFF_FAMILY_FORM);
    refuseStale(body, family, { stored: before, fields, changes });
    if (!changes) return before;
    const isNewAddress = details.email !== family.email;
    if (isNewAddress) {
      await this.listeners.addressesGiven(manager, [details.email]);
      await this.freeEmail(manager, details.email, actor);
    }
    await manager.save(
      Family,
      Object.assign(family, details, modifiedBy(actor, this.clock.now()), {
        city: this.cities.of(details.zipCode),
      }),
    );
    if (isNewAddress) await this.listeners.emailChanged(manager, family);
    const after = await this.read(manager, { id: family.id });
    await this.trail.updated(manager, { actor, type: 'family' }, before, after);
    if (!isNewAddress || !isWithSameEmail(body)) return after;
    const { email } = details;
    for (const { id } of before.guardians.filter((each) => each.email === before.email)) {
      await this.guardians.update(manager, id, { email }, actor);
    }
    return this.read(manager, { id: family.id });
  }

  /** Erases a family with all that belongs to it. What remains is its audit trail without values, and a row that counts who was in it. @throws 404 */
  async remove(id: number, actor: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const family = await lockFamily(manager, { id });
      if (family === null || family.state === 'draft') {
        throw notFound(STAFF_MESSAGES.familyNotFound);
      }
      const record = await this.read(manager, { id });
      await this.families.erase(manager, family);
      await this.trail.deleted(manager, { actor, type: 'family' }, record, {
        state: record.state,
        guardians: record.guardians.length,
        children: record.children.length,
      });
    });
  }

  private async insert(
    manager: EntityManager,
    { family }: NewFamily,
    actor: string,
  ): Promise<Family> {
    const now = this.clock.now();
    return manager.save(
      Family,
      manager.create(Family, {
        ...family,
        ...createdBy(actor, now),
        ...registeredAt(now),
        guid: this.randomness.uuid(),
        city: this.cities.of(family.zipCode),
        state: 'registered',
      }),
    );
  }

  /** The caller holds the address's lock. @throws 409 unless nobody has it but a browser's draft, which is replaced. */
  private async freeEmail(manager: EntityManager, email: string, actor: string): Promise<void> {
    const other = await lockFamily(manager, { email });
    if (other === null) return;
    if (other.state !== 'draft') throw conflict(MESSAGES.alreadyRegistered);
    await this.families.erase(manager, other);
    await this.audit.record(manager, {
      actor,
      action: 'draft.replaced',
      ...familySubject(other),
    });
  }

  private async read(manager: EntityManager, key: FamilyKey): Promise<StaffFamilyDetails> {
    const record = await this.reader.family(key, manager);
    if (record === null) throw notFound(STAFF_MESSAGES.familyNotFound);
    return record;
  }
}
