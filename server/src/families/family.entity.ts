import type { Indicator, ReferralSource } from '@kidlab/contract';
import { Column, Entity, OneToMany, PrimaryGeneratedColumn } from 'typeorm';

import type { Child } from '../children/child.entity.js';
import { Audited } from '../common/audited.entity.js';
import type { Guardian } from '../guardians/guardian.entity.js';

/** Columns that families, guardians and children share. */
abstract class HouseholdRecord extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;

  /** A generated column for search: the name without case, accents, apostrophes, hyphens and spaces. */
  @Column({ type: 'text', select: false, insert: false, update: false })
  readonly foldedName?: string;

  @Column({ type: 'char', length: 1 }) registeredIndicator: Indicator;
  @Column({ type: 'timestamptz', nullable: true }) registeredDate: Date | null;

  /** `Y`: kept but never mailed. */
  @Column({ type: 'char', length: 1 }) disabledIndicator: Indicator;

  /** Kept as sent. */
  @Column({ type: 'varchar', length: 1024, nullable: true }) eml: string | null;
}

/** Columns that guardians and children share. */
export abstract class HouseholdMember extends HouseholdRecord {
  @Column({ type: 'integer' }) familyId: number;
  @Column({ type: 'varchar', length: 31 }) firstName: string;
}

/** The states of a family, in order. Erased families leave no row. */
export const FAMILY_STATES = ['draft', 'awaiting', 'registered'] as const;

/** The table's constraints enforce the same rules. */
@Entity('families')
export class Family extends HouseholdRecord {
  /** An identifier, never a secret. */
  @Column({ type: 'uuid', unique: true }) guid: string;

  /** Lower case; unique. */
  @Column({ type: 'varchar', length: 99, unique: true }) email: string;
  @Column({ type: 'varchar', length: 31 }) familyName: string;
  @Column({ type: 'varchar', length: 40 }) referredBy: ReferralSource;
  @Column({ type: 'char', length: 1 }) okayToContactIndicator: Indicator;
  @Column({ type: 'char', length: 5 }) zipCode: string;

  /** Looked up from the zip code; empty for an unknown one. */
  @Column({ type: 'varchar', length: 60 }) city: string;
  @Column({ type: 'varchar', length: 10 }) state: (typeof FAMILY_STATES)[number];

  /** `YYYY-MM-DD`, the first day on which the family may be invited again. */
  @Column({ type: 'date', nullable: true }) pausedUntil: string | null;

  /** When the mail server rejected the address permanently. */
  @Column({ type: 'timestamptz', nullable: true }) undeliverableAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) firstEmailSentDate: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) secondEmailSentDate: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) agreementAcceptedAt: Date | null;
  @Column({ type: 'varchar', length: 20, nullable: true }) agreementVersion: string | null;

  /** See `ConsentPlace`. */
  @Column({ type: 'varchar', length: 200, nullable: true }) agreementOrigin: string | null;
  @Column({ type: 'varchar', length: 43, nullable: true }) agreementNetwork: string | null;

  /** The browser session on the public site that owns the draft. */
  @Column({ type: 'varchar', length: 128, nullable: true }) registrationSessionId: string | null;

  /** Each call in the session extends it. */
  @Column({ type: 'timestamptz', nullable: true }) draftExpiresAt: Date | null;

  // Given by name to avoid an import cycle: these entities extend a class in this file.
  @OneToMany('Guardian', 'family') guardians: Guardian[];
  @OneToMany('Child', 'family') children: Child[];
}
