import type { InvitationState, ParticipationState } from '@kidlab/contract';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

import { Child } from '../children/child.entity.js';
import { Audited } from '../common/audited.entity.js';
import { Family } from '../families/family.entity.js';
import { Slot } from './slot.entity.js';
import { Study } from './study.entity.js';

/** The `withdrawnReason` if staff withdrew the invitation. Otherwise it names the rule that stopped it. */
export const BY_STAFF = 'staff';

/** A child in a slot, as a letter described it. */
export interface KnownBooking {
  readonly childId: number;
  readonly slotId: number;
  readonly state: ParticipationState;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly place: string;
  /** The letter's dedupe key; `null` for a letter of an earlier release. */
  readonly letter: string | null;
  /** If false, the letter may still have arrived, without a record of its delivery. */
  readonly isSent: boolean;
}

/** A study's invitation to a family. A family gets at most one per study. */
@Entity('invitations')
export class Invitation extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'integer' }) studyId: number;
  @ManyToOne(() => Study) @JoinColumn({ name: 'study_id' }) study: Relation<Study>;
  @Column({ type: 'integer' }) familyId: number;
  @ManyToOne(() => Family) @JoinColumn({ name: 'family_id' }) family: Relation<Family>;
  @Column({ type: 'varchar', length: 10 }) state: InvitationState;
  @Column({ type: 'varchar', length: 40, nullable: true }) withdrawnReason: string | null;

  /** Whether children whose age is only possible are invited, too. */
  @Column({ type: 'boolean', default: false }) withPossible: boolean;

  /**
   * When its letter was sent. Until that is known, the first attempt that may have reached the family: it passed the
   * check before sending, and the mail server has not refused it. From then on, the family counts as invited and rests.
   */
  @Column({ type: 'timestamptz', nullable: true }) sentAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) expiresAt: Date | null;

  /** SHA-256 of the mailed link's token, hexadecimal. */
  @Column({ type: 'char', length: 64, nullable: true, unique: true }) tokenHash: string | null;

  /** Incremented when a new link replaces the mailed one. */
  @Column({ type: 'integer', default: 0 }) linkNumber: number;
  @Column({ type: 'timestamptz', nullable: true }) answeredAt: Date | null;

  /** By the parent. */
  @Column({ type: 'varchar', length: 500, nullable: true }) note: string | null;

  /** Incremented when an answer or a seat changes: by a parent, by staff, or when a seat is filled or canceled. */
  @Column({ type: 'integer' }) sequence: number;

  /**
   * What letters have told the family about each child's seat, waiting list or cancellation, in the order in which they
   * were written. Starts with the last letter known to be sent.
   */
  @Column({ type: 'jsonb', default: [] }) known: KnownBooking[];
}

/** One child in an invitation: the answer, the seat, the attendance. */
@Entity('participations')
export class Participation extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'integer' }) invitationId: number;
  @Column({ type: 'integer' }) familyId: number;
  @Column({ type: 'integer' }) childId: number;
  @Column({ type: 'integer', nullable: true }) slotId: number | null;
  @ManyToOne(() => Family) @JoinColumn({ name: 'family_id' }) family: Relation<Family>;
  @ManyToOne(() => Child) @JoinColumn({ name: 'child_id' }) child: Relation<Child>;

  /** Set in every state except `invited` and `declined`: constraint `participations_slot`. */
  @ManyToOne(() => Slot) @JoinColumn({ name: 'slot_id' }) slot: Relation<Slot>;
  @Column({ type: 'varchar', length: 20 }) state: ParticipationState;

  /** Order on the slot's waiting list. Siblings who answered together have the same. */
  @Column({ type: 'integer', nullable: true }) waitingNumber: number | null;
  @Column({ type: 'timestamptz', nullable: true }) ageConfirmedAt: Date | null;

  /** The slot's time: set by a trigger, for the constraint that no family is in two slots at once. */
  @Column({ type: 'tstzrange', nullable: true, select: false, insert: false, update: false })
  readonly during?: string | null;
}
