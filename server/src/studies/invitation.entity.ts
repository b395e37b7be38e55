import type { InvitationState, ParticipationState } from '@kidlab/contract';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

import { Audited } from '../common/audited.entity.js';

/** Why an invitation was withdrawn that the rules did not stop. */
export const BY_STAFF = 'staff';

/** One study's question to one family; at most one. */
@Entity('invitations')
export class Invitation extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ name: 'study_id', type: 'integer' }) studyId: number;
  @Column({ name: 'family_id', type: 'integer' }) familyId: number;
  @Column({ type: 'varchar', length: 10 }) state: InvitationState;

  @Column({ name: 'withdrawn_reason', type: 'varchar', length: 40, nullable: true })
  withdrawnReason: string | null;

  /** Staff said that children whose age is only possible are asked, too. */
  @Column({ name: 'with_possible', type: 'boolean', default: false }) withPossible: boolean;

  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true }) sentAt: Date | null;

  /**
   * When its letter last passed the check before it leaves. From then on the family counts as invited, for the rest
   * too.
   */
  @Column({ name: 'cleared_at', type: 'timestamptz', nullable: true }) clearedAt: Date | null;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true }) expiresAt: Date | null;

  /** SHA-256 of the mailed link's token, hexadecimal. */
  @Column({ name: 'token_hash', type: 'char', length: 64, nullable: true, unique: true })
  tokenHash: string | null;

  /** Goes up when the mailed link ends and another takes its place. */
  @Column({ name: 'link_number', type: 'integer', default: 0 }) linkNumber: number;

  @Column({ name: 'answered_at', type: 'timestamptz', nullable: true }) answeredAt: Date | null;

  /** By the parent. */
  @Column({ type: 'varchar', length: 500, nullable: true }) note: string | null;

  /** Goes up with each change of an answer or a seat: by the parent, by staff, when a seat is filled or canceled. */
  @Column({ type: 'integer' }) sequence: number;

  /** Ids of the slots that letters have put into the family's calendar, each with the slot's sequence that was told. */
  @Column({ type: 'jsonb', default: {} }) calendar: Record<string, number>;
}

/** One child in an invitation: the answer, the seat, the attendance. */
@Entity('participations')
export class Participation extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ name: 'invitation_id', type: 'integer' }) invitationId: number;
  @Column({ name: 'family_id', type: 'integer' }) familyId: number;
  @Column({ name: 'child_id', type: 'integer' }) childId: number;
  @Column({ name: 'slot_id', type: 'integer', nullable: true }) slotId: number | null;
  @Column({ type: 'varchar', length: 20 }) state: ParticipationState;

  /** Order on the slot's waiting list. Siblings who answered together have the same. */
  @Column({ name: 'waiting_number', type: 'integer', nullable: true }) waitingNumber: number | null;

  @Column({ name: 'age_confirmed_at', type: 'timestamptz', nullable: true })
  ageConfirmedAt: Date | null;

  /** The slot's time: set by trigger, for the constraint that no family is in two slots at once. */
  @Column({ type: 'tstzrange', nullable: true, select: false, insert: false, update: false })
  readonly during?: string | null;
}
