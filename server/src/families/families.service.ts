import { type Indicator, type ReferralSource, type Relationship } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Child } from '../children/child.entity.js';
import { lockName } from '../common/advisory-lock.js';
import { modifiedBy } from '../common/audited.entity.js';
import { cityOf } from '../common/cities.js';
import { Clock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import type { SessionRow } from '../common/session-store.js';
import { Statements } from '../common/statements.js';
import { Guardian } from '../guardians/guardian.entity.js';
import { Family } from './family.entity.js';

/** What step 1 says of a family and of its guardian. */
export interface FamilyDetails {
  email: string;
  familyName: string;
  zipCode: string;
  referredBy: ReferralSource;
  guardian: {
    firstName: string;
    lastName: string;
    email: string;
    primaryPhone: string;
    relationshipToChild: Relationship;
  };
}

/** Who makes a draft. */
interface DraftOwner {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly actor: string;
  /** The row of its browser session, when that is written along. */
  readonly session?: SessionRow | undefined;
}

/**
 * Family and guardian in one statement: step 1 is what a crowd does at the same moment. It takes the address's lock before
 * it writes, as `lockEmails` does, so that it waits for whoever has it, and then finds what that one has written by the unique index.
 */
const CREATE_DRAFT = `
  WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended($16, 0))),
  family AS (
    INSERT INTO families (guid, email, family_name, zip_code, city, referred_by, okay_to_contact_indicator, state,
      registered_indicator, disabled_indicator, registration_session_id, draft_expires_at,
      created_date, created_by, modified_date, modified_by)
    SELECT $1::uuid, $2::varchar, $3::varchar, $4::char(5), $5::varchar, $6::varchar, 'N', 'draft', 'N', 'N', $7::varchar,
      $8::timestamptz, $9::timestamptz, $10::varchar, $9, $10 FROM locked
    ON CONFLICT (email) DO NOTHING RETURNING id
  ), guardian AS (
    INSERT INTO guardians (family_id, first_name, last_name, email, primary_phone, relationship_to_child, zip_code, city,
      is_primary_indicator, registered_indicator, disabled_indicator, created_date, created_by, modified_date, modified_by)
    SELECT id, $11, $12, $13, $14, $15, $4, $5, 'Y', 'N', 'N', $9, $10, $9, $10 FROM family
  ), session AS (
    INSERT INTO sessions (sid, sess, expire) SELECT $7, sess, (sess->'cookie'->>'expires')::timestamptz
    FROM family, (SELECT $17::json AS sess) AS given WHERE sess IS NOT NULL
  )
  SELECT id FROM family`;

/**
 * Writes families. Every method works in the caller's transaction; the caller holds the lock on
 * the family's row (`lockFamily`).
 */
@Injectable()
export class FamiliesService {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly audit: AuditTrail,
    private readonly statements: Statements,
  ) {}

  /**
   * A new draft of the browser session `owner.sessionId`, with its one guardian, who is primary. Needs no transaction.
   * @returns its guid; `null` when there is a family with that address.
   */
  async createDraft(
    manager: EntityManager,
    details: FamilyDetails,
    owner: DraftOwner,
  ): Promise<string | null> {
    const guid = this.randomness.uuid();
    const { guardian } = details;
    const values = [
      guid,
      details.email,
      details.familyName,
      details.zipCode,
      cityOf(details.zipCode),
      details.referredBy,
      owner.sessionId,
      owner.expiresAt,
      this.clock.now(),
      owner.actor,
      guardian.firstName,
      guardian.lastName,
      guardian.email,
      guardian.primaryPhone,
      guardian.relationshipToChild,
      lockName('email', details.email),
      owner.session?.sess ?? null,
    ];
    const made = await this.statements.rowsIn(manager, { text: CREATE_DRAFT, values });
    return made.length === 1 ? guid : null;
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

  /** The agreement was accepted: the family awaits confirmation, and may be contacted. */
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

  /** The e-mail was confirmed: family, guardians and children are registered together. */
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

  private familyFields(details: FamilyDetails): Partial<Family> {
    return {
      email: details.email,
      familyName: details.familyName,
      zipCode: details.zipCode,
      city: cityOf(details.zipCode),
      referredBy: details.referredBy,
    };
  }

  private guardianFields(details: FamilyDetails): Partial<Guardian> {
    return {
      ...details.guardian,
      zipCode: details.zipCode,
      city: cityOf(details.zipCode),
    };
  }
}
