import {
  type AuditAction,
  type Indicator,
  REGISTRATION_SITE_ACTOR,
  type RegisterRequest,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Child } from '../children/child.entity.js';
import { createdBy, modifiedBy } from '../common/audited.entity.js';
import { cityOf } from '../common/cities.js';
import { Clock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import { Guardian } from '../guardians/guardian.entity.js';
import { Family } from './family.entity.js';
import { NOT_REGISTERED } from './record-changes.js';

/**
 * Writes families for the registration site, in the caller's transaction, which holds the lock on the family's row
 * (`lockFamily`).
 */
@Injectable()
export class FamiliesService {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly audit: AuditTrail,
  ) {}

  /** A new draft with its one guardian, who is primary. The caller holds the address's lock. @returns its guid. */
  async createDraft(
    manager: EntityManager,
    details: RegisterRequest,
    owner: Pick<Family, 'registrationSessionId' | 'draftExpiresAt'>,
  ): Promise<string> {
    const made = createdBy(REGISTRATION_SITE_ACTOR, this.clock.now());
    const { id, guid } = await manager.save(Family, {
      guid: this.randomness.uuid(),
      ...familyFields(details),
      ...NOT_REGISTERED,
      ...made,
      okayToContactIndicator: 'N',
      state: 'draft',
      ...owner,
    });
    await manager.save(Guardian, {
      familyId: id,
      ...guardianFields(details),
      ...NOT_REGISTERED,
      ...made,
      isPrimaryIndicator: 'Y',
    });
    return guid;
  }

  /** Overwrites a draft and its primary guardian with what step 1 says now; its children stay. */
  async updateDraft(
    manager: EntityManager,
    family: Family,
    details: RegisterRequest,
    draftExpiresAt: Date,
  ): Promise<void> {
    const modified = this.modifiedNow();
    await manager.save(
      Family,
      Object.assign(family, familyFields(details), modified, { draftExpiresAt }),
    );
    const guardian = await manager.findOneByOrFail(Guardian, {
      familyId: family.id,
      isPrimaryIndicator: 'Y',
    });
    await manager.save(Guardian, Object.assign(guardian, guardianFields(details), modified));
  }

  async acceptAgreement(
    manager: EntityManager,
    family: Family,
    consent: Pick<Family, 'agreementVersion' | 'agreementOrigin' | 'agreementNetwork'>,
  ): Promise<void> {
    const modified = this.modifiedNow();
    await manager.save(
      Family,
      Object.assign(family, modified, consent, {
        state: 'awaiting',
        okayToContactIndicator: 'Y',
        agreementAcceptedAt: modified.modifiedDate,
      }),
    );
    const after = { agreementVersion: consent.agreementVersion };
    await this.record(manager, family, 'registration.accepted', { after });
  }

  /** Of a family and its primary guardian. */
  async changeZipCode(manager: EntityManager, family: Family, zipCode: string): Promise<void> {
    const values = { before: { zipCode: family.zipCode }, after: { zipCode } };
    const change = { zipCode, city: cityOf(zipCode), ...this.modifiedNow() };
    await manager.save(Family, Object.assign(family, change));
    await manager.update(Guardian, { familyId: family.id, isPrimaryIndicator: 'Y' }, change);
    await this.record(manager, family, 'family.updated', values);
  }

  /** The e-mail was confirmed, so it takes letters: family, guardians and children are registered together. */
  async register(manager: EntityManager, family: Family): Promise<void> {
    const modified = this.modifiedNow();
    const registered = {
      ...modified,
      registeredIndicator: 'Y' as Indicator,
      registeredDate: modified.modifiedDate,
    };
    await manager.save(
      Family,
      Object.assign(family, registered, {
        state: 'registered',
        undeliverableAt: null,
        registrationSessionId: null,
        draftExpiresAt: null,
      }),
    );
    await manager.update(Guardian, { familyId: family.id }, registered);
    await manager.update(Child, { familyId: family.id }, registered);
    await this.record(manager, family, 'registration.confirmed');
  }

  /** Erases an unconfirmed family as the registrant, or the owner of the address, has asked. */
  async withdraw(
    manager: EntityManager,
    family: Family,
    action: 'registration.cancelled' | 'registration.refused-by-mail',
  ): Promise<void> {
    await this.erase(manager, family);
    await this.record(manager, family, action);
  }

  /** Erases a family with all that belongs to it: its mail, sent or not, and what the audit trail knows of it. */
  async erase(manager: EntityManager, family: Pick<Family, 'id' | 'guid'>): Promise<void> {
    await manager.delete(Family, { id: family.id });
    await this.audit.forget(manager, [family.guid]);
  }

  private async record(
    manager: EntityManager,
    family: Family,
    action: AuditAction,
    values: { before?: object; after?: object } = {},
  ): Promise<void> {
    const deed = { actor: REGISTRATION_SITE_ACTOR, action, ...values };
    await this.audit.recordFamily(manager, deed, family);
  }

  private modifiedNow(): ReturnType<typeof modifiedBy> {
    return modifiedBy(REGISTRATION_SITE_ACTOR, this.clock.now());
  }
}

function familyFields(sent: RegisterRequest): Partial<Family> {
  const { email, zipCode, referredBy, guardianLastName } = sent;
  const familyName = sent.familyName || guardianLastName;
  return { email, familyName, zipCode, city: cityOf(zipCode), referredBy };
}

function guardianFields(sent: RegisterRequest): Partial<Guardian> {
  // Only an address whose mail the registrant can read is registered, whatever else was sent.
  const { email, zipCode, primaryPhone, relationshipToChild } = sent;
  const name = { firstName: sent.guardianFirstName, lastName: sent.guardianLastName };
  return { ...name, email, zipCode, city: cityOf(zipCode), primaryPhone, relationshipToChild };
}
