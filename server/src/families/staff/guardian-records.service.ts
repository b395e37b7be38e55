import {
  type Indicator,
  MESSAGES,
  STAFF_GUARDIAN_FORM,
  STAFF_MESSAGES,
  type StaffGuardian,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, Not } from 'typeorm';

import { createdBy, modifiedBy } from '../../common/audited.entity.js';
import { Clock } from '../../common/clock.js';
import { conflict, notFound } from '../../common/failures.js';
import { saveOnce, type SentForm } from '../../common/saved-form.js';
import { Cities } from '../cities.js';
import type { Family } from '../family.entity.js';
import { Guardian } from '../guardian.entity.js';
import { FamilyListeners } from '../family-listeners.js';
import { hasRoomForGuardian, isPrimaryAfter } from '../household.js';
import { ChangeTrail } from './change-trail.js';
import { differs } from './differs.js';
import { lockVisibleFamily, readFamilyLink } from './family-of-member.js';
import { type GuardianDetails, readGuardian } from './record-input.js';
import { RecordReader } from './record-reader.js';
import { registeredAt } from './registered.js';
import { refuseStale } from './version.js';

/**
 * Guardians as staff write them: each call is one transaction that locks the family first, with its row in the audit
 * trail. Exactly one guardian of a family is primary.
 */
@Injectable()
export class GuardianRecords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: RecordReader,
    private readonly listeners: FamilyListeners,
    private readonly trail: ChangeTrail,
    private readonly cities: Cities,
    private readonly clock: Clock,
  ) {}

  /** @throws 400 with every fault; 404 without such a family; 409 for a third guardian, or when the body names two families. */
  async create(body: unknown, actor: string, form: SentForm | null): Promise<StaffGuardian> {
    const link = readFamilyLink(body, 'familyEmail');
    const details = readGuardian(body, null);
    const create = async (manager: EntityManager): Promise<StaffGuardian> => {
      const family = await lockVisibleFamily(manager, link);
      return this.add(manager, family, details, actor);
    };
    const sent = { form, now: this.clock.now() };
    return saveOnce(this.dataSource, sent, create, ({ familyId }) => familyId);
  }

  /** Adds a guardian in the caller's transaction, which holds the family's lock. @throws 409 for a third one. */
  async add(
    manager: EntityManager,
    family: Family,
    { wantsPrimary, ...details }: GuardianDetails,
    actor: string,
  ): Promise<StaffGuardian> {
    const others = await manager.countBy(Guardian, { familyId: family.id });
    if (!hasRoomForGuardian(others)) throw conflict(MESSAGES.tooManyGuardians);
    await this.listeners.addressesGiven(manager, [details.email]);
    const now = this.clock.now();
    const isPrimary = isPrimaryAfter({ wantsPrimary, wasPrimary: false, others });
    const guardian = await manager.save(
      Guardian,
      manager.create(Guardian, {
        ...details,
        ...createdBy(actor, now),
        ...registeredAt(now),
        familyId: family.id,
        city: this.cities.of(details.zipCode),
        isPrimaryIndicator: indicator(isPrimary),
      }),
    );
    await this.settleOthers(manager, guardian, actor);
    const record = await this.read(manager, guardian.id);
    await this.trail.created(manager, { actor, type: 'guardian' }, record);
    return record;
  }

  /**
   * Changes what the body says; the rest stays, the family included, and all of it where nothing differs. Who is primary no more hands it to the other
   * guardian; the only one stays primary, whatever is sent. Works in the caller's transaction: see `FamilyRecords.updateGuardian`.
   * @throws 404; 400 with every fault; 409 for an older version.
   */
  async update(
    manager: EntityManager,
    id: number,
    body: unknown,
    actor: string,
  ): Promise<StaffGuardian> {
    const guardian = await this.lock(manager, id);
    const before = await this.read(manager, id);
    const { wantsPrimary, ...details } = readGuardian(body, before);
    const others = await manager.countBy(Guardian, { familyId: guardian.familyId, id: Not(id) });
    const wasPrimary = guardian.isPrimaryIndicator === 'Y';
    const isPrimary = isPrimaryAfter({ wantsPrimary, wasPrimary, others });
    const wanted = { ...details, isPrimaryIndicator: indicator(isPrimary) };
    const changes = differs(guardian, wanted);
    const fields = Object.keys(STAFF_GUARDIAN_FORM);
    refuseStale(body, guardian, { stored: before, fields, changes });
    if (!changes) return before;
    if (details.email !== guardian.email) {
      await this.listeners.addressesGiven(manager, [details.email]);
    }
    await manager.save(
      Guardian,
      Object.assign(guardian, wanted, modifiedBy(actor, this.clock.now()), {
        city: this.cities.of(details.zipCode),
      }),
    );
    await this.settleOthers(manager, guardian, actor);
    const after = await this.read(manager, id);
    await this.trail.updated(manager, { actor, type: 'guardian' }, before, after);
    return after;
  }

  /** Where the primary one goes, the next takes over. @throws 404; 409 for the family's last guardian. */
  async remove(id: number, actor: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const guardian = await this.lock(manager, id);
      const others = await manager.countBy(Guardian, { familyId: guardian.familyId, id: Not(id) });
      if (others === 0) throw conflict(STAFF_MESSAGES.lastGuardian);
      await this.removeLocked(manager, guardian, actor);
    });
  }

  /** As `remove`, in the caller's transaction, which holds the family's lock and knows that another guardian is left. */
  async removeLocked(
    manager: EntityManager,
    { id, familyId }: Pick<Guardian, 'id' | 'familyId'>,
    actor: string,
  ): Promise<void> {
    const record = await this.read(manager, id);
    await manager.delete(Guardian, { id });
    await this.trail.deleted(manager, { actor, type: 'guardian' }, record);
    await this.settleOthers(manager, { id, familyId, isPrimaryIndicator: 'N' }, actor);
  }

  /** After `guardian` was saved or removed: among the others one is primary when that one is not, else nobody. */
  private async settleOthers(
    manager: EntityManager,
    guardian: Pick<Guardian, 'id' | 'familyId' | 'isPrimaryIndicator'>,
    actor: string,
  ): Promise<void> {
    const others = await manager.find(Guardian, {
      where: { familyId: guardian.familyId, id: Not(guardian.id) },
      order: { isPrimaryIndicator: 'DESC', id: 'ASC' },
    });
    for (const [index, other] of others.entries()) {
      const wanted = guardian.isPrimaryIndicator === 'N' && index === 0 ? 'Y' : 'N';
      if (other.isPrimaryIndicator === wanted) continue;
      const before = await this.read(manager, other.id);
      await manager.save(
        Guardian,
        Object.assign(other, modifiedBy(actor, this.clock.now()), { isPrimaryIndicator: wanted }),
      );
      const after = await this.read(manager, other.id);
      await this.trail.updated(manager, { actor, type: 'guardian' }, before, after);
    }
  }

  /** The guardian as it is while the family's lock is held. @throws 404 */
  private async lock(manager: EntityManager, id: number): Promise<Guardian> {
    const known = await this.read(manager, id);
    await lockVisibleFamily(manager, { id: known.familyId });
    const guardian = await manager.findOneBy(Guardian, { id });
    if (guardian === null) throw notFound(STAFF_MESSAGES.guardianNotFound);
    return guardian;
  }

  private async read(manager: EntityManager, id: number): Promise<StaffGuardian> {
    const record = await this.reader.guardian(id, manager);
    if (record === null) throw notFound(STAFF_MESSAGES.guardianNotFound);
    return record;
  }
}

function indicator(isPrimary: boolean): Indicator {
  return isPrimary ? 'Y' : 'N';
}
