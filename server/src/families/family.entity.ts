import type { Indicator, ReferralSource } from '@kidlab/contract';
import { Column, Entity, OneToMany } from 'typeorm';

import { Child } from '../children/child.entity.js';
import { Guardian } from '../guardians/guardian.entity.js';
import { HouseholdRecord } from './household-member.entity.js';

/** The life of a family. Erased families leave no row. */
export const FAMILY_STATES = ['draft', 'awaiting', 'registered'] as const;

/** A family: the aggregate that guardians and children belong to. The table's constraints repeat every rule. */
@Entity('families')
export class Family extends HouseholdRecord {
  /** Names the family on the wire. An identifier, never a secret. */
  @Column({ type: 'uuid', unique: true }) guid: string;

  /** Lower case; one family an address. */
  @Column({ type: 'varchar', length: 99, unique: true }) email: string;
  @Column({ type: 'varchar', length: 31 }) familyName: string;
  @Column({ type: 'varchar', length: 40 }) referredBy: ReferralSource;
  @Column({ type: 'char', length: 1 }) okayToContactIndicator: Indicator;
  @Column({ type: 'char', length: 5 }) zipCode: string;

  /** Looked up from the zip code; empty for an unknown one. */
  @Column({ type: 'varchar', length: 60 }) city: string;
  @Column({ type: 'varchar', length: 10 }) state: (typeof FAMILY_STATES)[number];

  /** `YYYY-MM-DD`: it may be invited again from that day on. */
  @Column({ type: 'date', nullable: true }) pausedUntil: string | null;

  /** When the mail server refused the address for good. */
  @Column({ type: 'timestamptz', nullable: true }) undeliverableAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) firstEmailSentDate: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) secondEmailSentDate: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) agreementAcceptedAt: Date | null;
  @Column({ type: 'varchar', length: 20, nullable: true }) agreementVersion: string | null;

  /** The origin of the page on which it was accepted, and the client's network; see `ConsentPlace`. */
  @Column({ type: 'varchar', length: 200, nullable: true }) agreementOrigin: string | null;
  @Column({ type: 'varchar', length: 43, nullable: true }) agreementNetwork: string | null;

  /** The browser session that made this family on the public site; no one else may touch its draft. */
  @Column({ type: 'varchar', length: 128, nullable: true }) registrationSessionId: string | null;

  /** When a draft dies, unless its session makes another call before. */
  @Column({ type: 'timestamptz', nullable: true }) draftExpiresAt: Date | null;
  @OneToMany(() => Guardian, (guardian) => guardian.family) guardians: Guardian[];
  @OneToMany(() => Child, (child) => child.family) children: Child[];
}
