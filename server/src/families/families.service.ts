import type { Indicator } from '@kidlab/contract';
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

/** What step 1 says of a family and of its guardian. */
export interface FamilyDetails extends Pick<
  Family,
  'email' | 'familyName' | 'zipCode' | 'referredBy'
> {
  guardian: Pick<
    Guardian,
    'firstName' | 'lastName' | 'email' | 'primaryPhone' | 'relationshipToChild'
  >;
}

interface DraftOwner {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly actor: string;
}

/** Writes families, in the caller's transaction, which holds the lock on the family's row (`lockFamily`). */
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
    details: FamilyDetails,
    owner: DraftOwner,
  ): Promise<string> {
    const made = createdBy(owner.actor, this.clock.now());
    const { id, guid } = await manager.save(Family, {
      guid: this.randomness.uuid(),
      ...this.familyFields(details),
      ...NOT_REGISTERED,
      ...made,
      okayToContactIndicator: 'N',
      state: 'draft',
      registrationSessionId: owner.sessionId,
      draftExpiresAt: owner.expiresAt,
    });
    await manager.save(Guardian, {
      familyId: id,
      ...this.guardianFields(details),
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
    details: FamilyDetails,
    owner: { expiresAt: Date; actor: string },
  ): Promise<void> {
    const audit = modifiedBy(owner.actor, this.clock.now());
    await manager.save(
      Family,
      Object.assign(family, this.familyFields(details), audit, { draftExpiresAt: owner.expiresAt }),
    );
    const guardian = await manager.findOneByOrFail(Guardian, {
      familyId: family.id,
      isPrimaryIndicator: 'Y',
    });
    await manager.save(Guardian, Object.assign(guardian, this.guardianFields(details), audit));
  }

  async acceptAgreement(
    manager: EntityManager,
    family: Family,
    consent: Pick<Family, 'agreementVersion' | 'agreementOrigin' | 'agreementNetwork'>,
    actor: string,
  ): Promise<void> {
    const now = this.clock.now();
    await manager.save(
      Family,
      Object.assign(family, modifiedBy(actor, now), {
        state: 'awaiting',
        okayToContactIndicator: 'Y',
        agreementAcceptedAt: now,
        ...consent,
      }),
    );
  }

  /** Of a family and its primary guardian. */
  async changeZipCode(
    manager: EntityManager,
    family: Family,
    zipCode: string,
    actor: string,
  ): Promise<void> {
    const change = {
      zipCode,
      city: cityOf(zipCode),
      ...modifiedBy(actor, this.clock.now()),
    };
    await manager.save(Family, Object.assign(family, change));
    await manager.update(Guardian, { familyId: family.id, isPrimaryIndicator: 'Y' }, change);
  }

  /** The e-mail was confirmed, so it takes letters: family, guardians and children are registered together. */
  async register(manager: EntityManager, family: Family, actor: string): Promise<void> {
    const now = this.clock.now();
    const registered = {
      ...modifiedBy(actor, now),
      registeredIndicator: 'Y' as Indicator,
      registeredDate: now,
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
  }

  /** Erases a family with all that belongs to it: its mail, sent or not, and what the audit trail knows of it. */
  async erase(manager: EntityManager, family: Pick<Family, 'id' | 'guid'>): Promise<void> {
    await manager.delete(Family, { id: family.id });
    await this.audit.forget(manager, [family.guid]);
  }

  private familyFields({ guardian: _guardian, ...fields }: FamilyDetails): Partial<Family> {
    return { ...fields, city: cityOf(fields.zipCode) };
  }

  private guardianFields({ guardian, zipCode }: FamilyDetails): Partial<Guardian> {
    return { ...guardian, zipCode, city: cityOf(zipCode) };
  }
}
