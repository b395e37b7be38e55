import {
  REGISTRATION_SITE_ACTOR,
  type RegisterRequest,
  type StaffFamilyDetails,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Child } from '../children/child.entity.js';
import { createdBy, modifiedBy } from '../common/audited.entity.js';
import { cityOf } from '../common/cities.js';
import { Clock } from '../common/clock.js';
import { emailTaken, notFound } from '../common/http-error.js';
import { sentOf } from '../common/field.js';
import { LabCalendar } from '../common/lab.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { Randomness } from '../common/randomness.js';
import { recordOf } from '../common/statements.js';
import { Guardian } from '../guardians/guardian.entity.js';
import type { FamilyChangeDto, NewFamilyDto } from './family.dto.js';
import { Family } from './family.entity.js';
import { FamilyListenersService } from './family-listeners.service.js';
import { lockEmails, lockFamily } from './family-locks.js';
import { type FamilyKey, familySql } from './families.sql.js';
import {
  createdEntry,
  checkForChanges,
  NOT_REGISTERED,
  registeredAt,
  updatedEntry,
} from './record-changes.js';

const BY_SITE = REGISTRATION_SITE_ACTOR;

/**
 * Writes families for the public site and for staff, in the caller's transaction. `StaffFamiliesService` adds their
 * guardians and children.
 */
@Injectable()
export class FamiliesService {
  constructor(
    private readonly listeners: FamilyListenersService,
    private readonly audit: AuditTrail,
    private readonly randomness: Randomness,
    private readonly clock: Clock,
    private readonly calendar: LabCalendar,
  ) {}

  /**
   * Creates a draft with its primary guardian. The caller holds the address's lock.
   * @returns its guid; `null` when another family has the address.
   */
  async createDraft(
    manager: EntityManager,
    details: RegisterRequest,
    owner: Pick<Family, 'registrationSessionId' | 'draftExpiresAt'>,
  ): Promise<string | null> {
    const status = { ...NOT_REGISTERED, ...createdBy(BY_SITE, this.clock.now()) };
    const guid = this.randomness.uuid();
    const draft = { ...status, okayToContactIndicator: 'N', state: 'draft' } as const;
    const insert = manager.createQueryBuilder().insert().into(Family);
    const inserted = await insert
      .values({ guid, ...familyFields(details), ...draft, ...owner })
      .orIgnore()
      .updateEntity(false)
      .returning('id')
      .execute();
    const [family] = inserted.raw as { id: number }[];
    if (family === undefined) return null;
    await manager.insert(Guardian, {
      familyId: family.id,
      ...guardianFields(details),
      ...status,
      isPrimaryIndicator: 'Y',
    });
    return guid;
  }

  /** Updates a draft, whose lock the caller holds, and its primary guardian. */
  async updateDraft(
    manager: EntityManager,
    family: Family,
    details: RegisterRequest,
    draftExpiresAt: Date,
  ): Promise<void> {
    const modified = modifiedBy(BY_SITE, this.clock.now());
    const fields = { ...familyFields(details), ...modified, draftExpiresAt };
    await manager.save(Family, Object.assign(family, fields));
    const guardian = { ...guardianFields(details), ...modified };
    await manager.update(Guardian, { familyId: family.id }, guardian);
  }

  async acceptAgreement(
    manager: EntityManager,
    family: Family,
    consent: Pick<Family, 'agreementVersion' | 'agreementOrigin' | 'agreementNetwork'>,
  ): Promise<void> {
    const now = this.clock.now();
    const accepted = { state: 'awaiting', okayToContactIndicator: 'Y', agreementAcceptedAt: now };
    const modified = modifiedBy(BY_SITE, now);
    await manager.save(Family, Object.assign(family, consent, accepted, modified));
    const after = { agreementVersion: consent.agreementVersion };
    await this.audit.recordFamily(manager, family, BY_SITE, 'registration.accepted', { after });
  }

  /** Changes the zip code of a family and of its primary guardian. */
  async changeZipCode(manager: EntityManager, family: Family, zipCode: string): Promise<void> {
    const before = { zipCode: family.zipCode, city: family.city };
    const after = { zipCode, city: cityOf(zipCode) };
    const change = { ...after, ...modifiedBy(BY_SITE, this.clock.now()) };
    await manager.save(Family, Object.assign(family, change));
    await manager.update(Guardian, { familyId: family.id, isPrimaryIndicator: 'Y' }, change);
    await this.audit.recordFamily(manager, family, BY_SITE, 'family.updated', { before, after });
  }

  /** Registers a family with its guardians and children. */
  async register(manager: EntityManager, family: Family): Promise<void> {
    const now = this.clock.now();
    const modified = modifiedBy(BY_SITE, now);
    const registered = { ...modified, registeredIndicator: 'Y' as const, registeredDate: now };
    const confirmed = { state: 'registered', undeliverableAt: null };
    const released = { registrationSessionId: null, draftExpiresAt: null };
    await manager.save(Family, Object.assign(family, registered, confirmed, released));
    await manager.update(Guardian, { familyId: family.id }, registered);
    await manager.update(Child, { familyId: family.id }, registered);
    await this.audit.recordFamily(manager, family, BY_SITE, 'registration.confirmed');
  }

  /** Erases an unconfirmed family because the registrant, or the owner of the address, asked for it. */
  async withdraw(
    manager: EntityManager,
    family: Family,
    action: 'registration.cancelled' | 'registration.refused-by-mail',
  ): Promise<void> {
    await this.erase(manager, family);
    await this.audit.recordFamily(manager, family, BY_SITE, action);
  }

  /** Erases a family with its people, its mail and the values in its audit trail. */
  async erase(manager: EntityManager, family: Pick<Family, 'id' | 'guid'>): Promise<void> {
    await manager.delete(Family, { id: family.id });
    await this.audit.forget(manager, [family.guid]);
  }

  /** Reads a family with its guardians and children. @throws 404, for drafts too. */
  read(manager: EntityManager, key: FamilyKey): Promise<StaffFamilyDetails> {
    return recordOf(manager, familySql(key, this.calendar.moment()), missing(key));
  }

  /**
   * Adds a family for staff, registered at once. Replaces a browser's draft that has the address, whose lock the caller
   * holds.
   * @returns its id. @throws 409 when another family has the address.
   */
  async add(
    manager: EntityManager,
    fields: Omit<NewFamilyDto, 'guardians' | 'children'>,
    actor: string,
  ): Promise<number> {
    await this.claimEmail(manager, fields.email, actor);
    const now = this.clock.now();
    const { id } = await manager.save(Family, {
      ...sentOf(fields),
      okayToContactIndicator: fields.okayToContactIndicator ?? 'Y',
      ...createdBy(actor, now),
      ...registeredAt(now),
      guid: this.randomness.uuid(),
      city: cityOf(fields.zipCode),
      state: 'registered',
    });
    await this.audit.record(
      manager,
      createdEntry('family', actor, await this.read(manager, { id })),
    );
    return id;
  }

  /**
   * Changes the fields that staff sent. If an awaiting family's address changes, a new link is mailed.
   * @throws 404; 409 for an older version, or when the address is taken.
   */
  async change(
    manager: EntityManager,
    key: FamilyKey,
    { version, withSameEmail: _with, ...sent }: FamilyChangeDto,
    actor: string,
  ): Promise<{ before: StaffFamilyDetails; after: StaffFamilyDetails }> {
    const { id, email: knownEmail } = await this.read(manager, key);
    // Addresses are always locked before families. A caller that sends no address may already hold the family's lock.
    if (sent.email !== undefined) await lockEmails(manager, [knownEmail, sent.email]);
    const family = await lockFamily(manager, { id });
    if (family === null) throw notFound(missing(key));
    const before = await this.read(manager, { id });
    const okayToContactIndicator = sent.okayToContactIndicator ?? family.okayToContactIndicator;
    const fields = { ...sentOf(sent), okayToContactIndicator };
    if (!checkForChanges(family, before, fields, version)) return { before, after: before };
    const { email = family.email, zipCode = family.zipCode } = fields;
    const isNewAddress = email !== family.email;
    if (isNewAddress) {
      await this.claimEmail(manager, email, actor);
      family.undeliverableAt = null;
    }
    const modified = { ...modifiedBy(actor, this.clock.now()), city: cityOf(zipCode) };
    await manager.save(Family, Object.assign(family, fields, modified));
    if (isNewAddress) await this.listeners.emailChanged(manager, family);
    const after = await this.read(manager, { id });
    await this.audit.record(manager, updatedEntry('family', actor, before, after));
    return { before, after };
  }

  /** Replaces a draft that has the address, whose lock the caller holds. @throws 409 when another family has it. */
  async claimEmail(manager: EntityManager, email: string, actor: string): Promise<void> {
    await this.listeners.addressGiven(manager, email);
    const holder = await manager.findOneBy(Family, { email });
    // Lock only a draft. The caller already holds another family's lock, and several must be locked in id order.
    const other = holder?.state === 'draft' ? await lockFamily(manager, { email }) : holder;
    if (other === null) return;
    if (other.state !== 'draft') throw emailTaken();
    await this.erase(manager, other);
    await this.audit.recordFamily(manager, other, actor, 'draft.replaced');
  }
}

function missing(key: FamilyKey): string {
  const { familyNotFound, familyNotRegistered, guidNotFound } = STAFF_MESSAGES;
  if ('id' in key) return familyNotFound;
  return 'guid' in key ? guidNotFound : familyNotRegistered;
}

function familyFields(sent: RegisterRequest): Partial<Family> {
  const { email, zipCode, referredBy, guardianLastName } = sent;
  const familyName = sent.familyName || guardianLastName;
  return { email, familyName, zipCode, city: cityOf(zipCode), referredBy };
}

/** Ignores `guardianEmail`: only the family's address gets confirmed. */
function guardianFields(sent: RegisterRequest): Partial<Guardian> {
  const { email, zipCode, primaryPhone, relationshipToChild } = sent;
  const name = { firstName: sent.guardianFirstName, lastName: sent.guardianLastName };
  return { ...name, email, zipCode, city: cityOf(zipCode), primaryPhone, relationshipToChild };
}
