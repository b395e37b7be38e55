import type { MailState } from '@kidlab/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A letter to be mailed. It holds neither text nor link: those are written at the moment of sending. */
@Entity('outbox_messages')
export class OutboxMessage {
  /** Also the local part of the letter's Message-ID, so that a repeat is recognisable. */
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'varchar', length: 40 }) kind: string;

  /** A second message with the same key is not queued. Without personal data. */
  @Column({ type: 'varchar', length: 200, unique: true }) dedupeKey: string;
  @Column({ type: 'integer', nullable: true }) familyId: number | null;
  @Column({ type: 'integer', nullable: true }) userId: number | null;
  @Column({ type: 'uuid', nullable: true }) linkId: string | null;

  /** The invitation that it carries or tells of, and the slot that it reminds of. */
  @Column({ type: 'integer', nullable: true }) invitationId: number | null;
  @Column({ type: 'integer', nullable: true }) slotId: number | null;
  @Column({ type: 'varchar', length: 99 }) toAddress: string;

  /** `withdrawn`: when its turn came, it might not be mailed any more (confirmed, erased, opted out). */
  @Column({ type: 'varchar', length: 10 }) state: MailState;

  /** Tries that have ended, well or not. */
  @Column({ type: 'integer', default: 0 }) attempts: number;
  @Column({ type: 'timestamptz' }) nextAttemptAt: Date;

  /** The worker that has it; only while `claimed`. */
  @Column({ type: 'varchar', length: 60, nullable: true }) claimedBy: string | null;

  /** When another worker may take it; only while `claimed`. */
  @Column({ type: 'timestamptz', nullable: true }) leaseUntil: Date | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;

  /** It waits for this moment, which is no delay: its day of tries begins then. */
  @Column({ type: 'timestamptz', nullable: true }) notBefore: Date | null;

  /** When staff last asked for another try of a failed one: its day of tries begins anew. */
  @Column({ type: 'timestamptz', nullable: true }) retriedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) sentAt: Date | null;

  /** What the mail server answered last, or what went wrong, without addresses. */
  @Column({ type: 'varchar', length: 500, nullable: true }) serverAnswer: string | null;
}
