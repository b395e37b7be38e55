import { type Indicator, MESSAGES, type StaffFamilyDetails } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { createdBy, modifiedBy } from '../common/audited.entity.js';
import { cityOf } from '../common/cities.js';
import { conflict, notFound } from '../common/failures.js';
import { sentOf } from '../common/field.js';
import { LabCalendar } from '../common/lab.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { Randomness } from '../common/randomness.js';
import { recordOf } from '../common/statements.js';
import { FamiliesService } from './families.service.js';
import type { FamilyChangeDto, NewFamilyDto } from './family.dto.js';
import { Family } from './family.entity.js';
import { FamilyListenersService } from './family-listeners.service.js';
import { lockEmails, lockFamily } from './family-locks.js';
import { type FamilyKey, familySql } from './family-records.sql.js';
import { created, isChanged, registeredAt, updated } from './record-changes.js';

/**
 * The family's own record as staff write it, in the caller's transaction. With the people in it:
 * `StaffFamiliesService`.
 */
@Injectable()
export class FamilyRecordsService {
  constructor(
    private readonly families: FamiliesService,
    private readonly listeners: FamilyListenersService,
    private readonly audit: AuditTrail,
    private readonly randomness: Randomness,
    private readonly calendar: LabCalendar,
  ) {}

  /**
   * A family that staff add, registered at once. @returns its id. @throws 409 when another family has the address (a
   * browser's draft is replaced).
   */
  async add(
    manager: EntityManager,
    fields: Omit<NewFamilyDto, 'guardians' | 'children'>,
    actor: string,
  ): Promise<number> {
    await lockEmails(manager, [fields.email]);
    await this.giveEmail(manager, fields.email, actor);
    const now = this.calendar.moment().now;
    const { id } = await manager.save(Family, {
      ...sentOf(fields),
      okayToContactIndicator: orElse(fields.okayToContactIndicator, 'Y'),
      ...createdBy(actor, now),
      ...registeredAt(now),
      guid: this.randomness.uuid(),
      city: cityOf(fields.zipCode),
      state: 'registered',
    });
    await this.audit.record(manager, created('family', actor, await this.read(manager, { id })));
    return id;
  }

  /**
   * Changes what staff have sent; the rest stays, and all of it where nothing differs. A new address of a family that
   * awaits confirmation is sent a new link.
   * @throws 404; 409 for an older version, or when another family has the address.
   */
  async change(
    manager: EntityManager,
    key: FamilyKey,
    { version, withSameEmail: _with, ...sent }: FamilyChangeDto,
    actor: string,
    unknown: string = STAFF_MESSAGES.familyNotFound,
  ): Promise<{ before: StaffFamilyDetails; after: StaffFamilyDetails }> {
    const known = await this.read(manager, key, unknown);
    // Addresses are locked before families, here as everywhere.
    await lockEmails(manager, [known.email, sent.email ?? known.email]);
    const family = await lockFamily(manager, { id: known.id });
    if (family === null) throw notFound(unknown);
    const before = await this.read(manager, { id: known.id }, unknown);
    const okayToContactIndicator = orElse(
      sent.okayToContactIndicator,
      family.okayToContactIndicator,
    );
    const wanted = { ...sentOf(sent), okayToContactIndicator };
    if (!isChanged(family, before, wanted, version)) return { before, after: before };
    const { email = family.email, zipCode = family.zipCode } = wanted;
    const isNewAddress = email !== family.email;
    if (isNewAddress) {
      await this.giveEmail(manager, email, actor);
      family.undeliverableAt = null;
    }
    const modified = { ...modifiedBy(actor, this.calendar.moment().now), city: cityOf(zipCode) };
    await manager.save(Family, Object.assign(family, wanted, modified));
    if (isNewAddress) await this.listeners.emailChanged(manager, family);
    const after = await this.read(manager, { id: known.id });
    await this.audit.record(manager, updated('family', actor, before, after));
    return { before, after };
  }

  /**
   * Erases what staff delete. What remains is its audit trail without values, and a row that counts who was in it.
   * @throws 404
   */
  async remove(manager: EntityManager, id: number, actor: string): Promise<void> {
    const family = await lockFamily(manager, { id });
    if (family === null) throw notFound(STAFF_MESSAGES.familyNotFound);
    const { state, guardians, children } = await this.read(manager, { id });
    await this.families.erase(manager, family);
    const before = { state, guardians: guardians.length, children: children.length };
    await this.audit.recordFamily(manager, { actor, action: 'family.deleted', before }, family);
  }

  /** The family with everybody in it. @throws 404 also for a draft */
  read(
    manager: EntityManager,
    key: FamilyKey,
    unknown: string = STAFF_MESSAGES.familyNotFound,
  ): Promise<StaffFamilyDetails> {
    return recordOf(manager, familySql(key, this.calendar.moment()), unknown);
  }

  /** The caller holds the address's lock. @throws 409 unless nobody has it but a browser's draft, which is replaced. */
  private async giveEmail(manager: EntityManager, email: string, actor: string): Promise<void> {
    await this.listeners.addressGiven(manager, email);
    const other = await lockFamily(manager, { email });
    if (other === null) return;
    if (other.state !== 'draft') throw conflict(MESSAGES.alreadyRegistered);
    await this.families.erase(manager, other);
    await this.audit.recordFamily(manager, { actor, action: 'draft.replaced' }, other);
  }
}

/** "Select One" is no choice. */
function orElse(sent: Indicator | '' | undefined, otherwise: Indicator): Indicator {
  return sent === undefined || sent === '' ? otherwise : sent;
}
