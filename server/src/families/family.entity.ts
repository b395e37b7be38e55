import type { Indicator, ReferralSource } from '@kidlab/contract';
import { Column, Entity, OneToMany } from 'typeorm';

import { Child } from '../children/child.entity.js';
import { Guardian } from '../guardians/guardian.entity.js';
import { HouseholdRecord } from './household-member.entity.js';

/** The life of a family. Erased families leave no row. */
export const FAMILY_STATES = ['draft', 'awaiting', 'registered'] as const;

/** The table's constraints repeat every rule. */
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

  /** Each call of the session postpones it. */
  @Column({ type: 'timestamptz', nullable: true }) draftExpiresAt: Date | null;
  @OneToMany(() => Guardian, (guardian) => guardian.family) guardians: Guardian[];
  @OneToMany(() => Child, (child) => child.family) children: Child[];
}
