import { MESSAGES, STAFF_CHILD_FIELDS, STAFF_MESSAGES, type StaffChild } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { createdBy, modifiedBy } from '../../common/audited.entity.js';
import { Clock } from '../../common/clock.js';
import { conflict, notFound } from '../../common/failures.js';
import { LabCalendar } from '../../common/lab-time.js';
import { saveOnce, type SentForm } from '../../common/saved-form.js';
import { Child } from '../child.entity.js';
import type { Family } from '../family.entity.js';
import { hasRoomForChild } from '../household.js';
import { ChangeTrail } from './change-trail.js';
import { differs } from './differs.js';
import { lockVisibleFamily, readFamilyLink } from './family-of-member.js';
import { type ChildDetails, readChild } from './record-input.js';
import { RecordReader } from './record-reader.js';
import { registeredAt } from './registered.js';
import { refuseStale } from './version.js';

/**
 * Children as staff write them: each call is one transaction that locks the family first, with its row in the audit
 * trail.
 */
@Injectable()
export class ChildRecords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: RecordReader,
    private readonly trail: ChangeTrail,
    private readonly calendar: LabCalendar,
    private readonly clock: Clock,
  ) {}

  /** @throws 400 with every fault; 404 without such a family; 409 for a sixth child, or when the body names two families. */
  async create(body: unknown, actor: string, form: SentForm | null): Promise<StaffChild> {
    const link = readFamilyLink(body, 'email');
    const details = readChild(body, this.calendar.today(), null);
    const create = async (manager: EntityManager): Promise<StaffChild> => {
      const family = await lockVisibleFamily(manager, link);
      return this.add(manager, family, details, actor);
    };
    const sent = { form, now: this.clock.now() };
    return saveOnce(this.dataSource, sent, create, ({ familyId }) => familyId);
  }

  /** Adds a child in the caller's transaction, which holds the family's lock. @throws 409 for a sixth one. */
  async add(
    manager: EntityManager,
    family: Family,
    details: ChildDetails,
    actor: string,
  ): Promise<StaffChild> {
    const others = await manager.countBy(Child, { familyId: family.id });
    if (!hasRoomForChild(others)) throw conflict(MESSAGES.tooManyChildren);
    const now = this.clock.now();
    const child = await manager.save(
      Child,
      manager.create(Child, {
        ...details,
        ...createdBy(actor, now),
        ...registeredAt(now),
        familyId: family.id,
      }),
    );
    const record = await this.read(manager, child.id);
    await this.trail.created(manager, { actor, type: 'child' }, record);
    return record;
  }

  /**
   * Changes what the body says; the rest stays, the family included, and all of it where nothing differs.
   * @throws 404; 400 with every fault; 409 for an older version.
   */
  async update(id: number, body: unknown, actor: string): Promise<StaffChild> {
    return this.dataSource.transaction(async (manager) => {
      const child = await this.lock(manager, id);
      const before = await this.read(manager, id);
      const details = readChild(body, this.calendar.today(), before);
      const changes = differs(child, details);
      refuseStale(body, child, { stored: before, fields: STAFF_CHILD_FIELDS, changes });
      if (!changes) return before;
      await manager.save(Child, Object.assign(child, details, modifiedBy(actor, this.clock.now())));
      const after = await this.read(manager, id);
      await this.trail.updated(manager, { actor, type: 'child' }, before, after);
      return after;
    });
  }

  /** @throws 404; 409 for the family's last child. */
  async remove(id: number, actor: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const child = await this.lock(manager, id);
      if ((await manager.countBy(Child, { familyId: child.familyId })) === 1) {
        throw conflict(STAFF_MESSAGES.lastChild);
      }
      const record = await this.read(manager, id);
      await manager.delete(Child, { id });
      await this.trail.deleted(manager, { actor, type: 'child' }, record);
    });
  }

  /** The child as it is while the family's lock is held. @throws 404 */
  private async lock(manager: EntityManager, id: number): Promise<Child> {
    const known = await this.read(manager, id);
    await lockVisibleFamily(manager, { id: known.familyId });
    const child = await manager.findOneBy(Child, { id });
    if (child === null) throw notFound(STAFF_MESSAGES.childNotFound);
    return child;
  }

  private async read(manager: EntityManager, id: number): Promise<StaffChild> {
    const record = await this.reader.child(id, manager);
    if (record === null) throw notFound(STAFF_MESSAGES.childNotFound);
    return record;
  }
}
