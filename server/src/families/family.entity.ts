import type { FamilyState, Indicator, ReferralSource } from '@kidlab/contract';
import { Column, Entity, OneToMany, PrimaryGeneratedColumn } from 'typeorm';

import { Audited } from '../common/audited.entity.js';
import { Child } from '../children/child.entity.js';
import { Guardian } from '../guardians/guardian.entity.js';

/** A family: the aggregate that guardians and children belong to. The table's constraints repeat every rule. */
@Entity('families')
export class Family extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;

  /** Names the family on the wire. An identifier, never a secret. */
  @Column({ type: 'uuid', unique: true }) guid: string;

  /** Lower case; one family an address. */
  @Column({ type: 'varchar', length: 99, unique: true }) email: string;
  @Column({ name: 'family_name', type: 'varchar', length: 31 }) familyName: string;

  /**
   * The name without case, accents, apostrophes, hyphens and spaces: computed by the table, searched by, never read
   * here.
   */
  @Column({ name: 'folded_name', type: 'text', select: false, insert: false, update: false })
  readonly foldedName?: string;

  @Column({ name: 'referred_by', type: 'varchar', length: 40 }) referredBy: ReferralSource;

  @Column({ name: 'okay_to_contact_indicator', type: 'char', length: 1 })
  okayToContactIndicator: Indicator;

  @Column({ name: 'zip_code', type: 'char', length: 5 }) zipCode: string;

  /** Looked up from the zip code; empty for an unknown one. */
  @Column({ type: 'varchar', length: 60 }) city: string;
  @Column({ type: 'varchar', length: 10 }) state: FamilyState;
  @Column({ name: 'registered_indicator', type: 'char', length: 1 }) registeredIndicator: Indicator;

  @Column({ name: 'registered_date', type: 'timestamptz', nullable: true })
  registeredDate: Date | null;

  /** `Y`: kept but never mailed. */
  @Column({ name: 'disabled_indicator', type: 'char', length: 1 }) disabledIndicator: Indicator;

  /** `YYYY-MM-DD`: it may be invited again from that day on. */
  @Column({ name: 'paused_until', type: 'date', nullable: true }) pausedUntil: string | null;

  /** When the mail server refused the address for good. */
  @Column({ name: 'undeliverable_at', type: 'timestamptz', nullable: true })
  undeliverableAt: Date | null;

  @Column({ name: 'first_email_sent_date', type: 'timestamptz', nullable: true })
  firstEmailSentDate: Date | null;

  @Column({ name: 'second_email_sent_date', type: 'timestamptz', nullable: true })
  secondEmailSentDate: Date | null;

  @Column({ name: 'agreement_accepted_at', type: 'timestamptz', nullable: true })
  agreementAcceptedAt: Date | null;

  @Column({ name: 'agreement_version', type: 'varchar', length: 20, nullable: true })
  agreementVersion: string | null;

  /** The origin of the page on which it was accepted, and the client's network; see `ConsentPlace`. */
  @Column({ name: 'agreement_origin', type: 'varchar', length: 200, nullable: true })
  agreementOrigin: string | null;

  @Column({ name: 'agreement_network', type: 'varchar', length: 43, nullable: true })
  agreementNetwork: string | null;

  /** The browser session that made this family on the public site; no one else may touch its draft. */
  @Column({ name: 'registration_session_id', type: 'varchar', length: 128, nullable: true })
  registrationSessionId: string | null;

  /** When a draft dies, unless its session makes another call before. */
  @Column({ name: 'draft_expires_at', type: 'timestamptz', nullable: true })
  draftExpiresAt: Date | null;

  @Column({ type: 'varchar', length: 1024, nullable: true }) eml: string | null;
  @OneToMany(() => Guardian, (guardian) => guardian.family) guardians: Guardian[];
  @OneToMany(() => Child, (child) => child.family) children: Child[];
}
