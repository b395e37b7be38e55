import type { MailState } from '@kidlab/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A letter in the queue. It holds neither text nor link: the letter is composed when it is sent. */
@Entity('outbox_messages')
export class OutboxMessage {
  /** Also the local part of the Message-ID, so a repeat is recognizable. */
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'varchar', length: 40 }) kind: string;

  /** A second message with the same key is not queued. Holds no personal data. */
  @Column({ type: 'varchar', length: 200, unique: true }) dedupeKey: string;
  @Column({ type: 'integer', nullable: true }) familyId: number | null;
  @Column({ type: 'integer', nullable: true }) userId: number | null;
  @Column({ type: 'uuid', nullable: true }) linkId: string | null;

  /** The invitation that the letter is about. */
  @Column({ type: 'integer', nullable: true }) invitationId: number | null;
  @Column({ type: 'varchar', length: 99 }) toAddress: string;

  /** `withdrawn`: it was no longer allowed when due (confirmed, erased, opted out). */
  @Column({ type: 'varchar', length: 10 }) state: MailState;

  /** Finished attempts, whether they succeeded or not. */
  @Column({ type: 'integer', default: 0 }) attempts: number;
  @Column({ type: 'timestamptz' }) nextAttemptAt: Date;

  /** The worker that claimed it; only while `claimed`. */
  @Column({ type: 'varchar', length: 60, nullable: true }) claimedBy: string | null;

  /** When another worker may claim it; only while `claimed`. */
  @Column({ type: 'timestamptz', nullable: true }) leaseUntil: Date | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;

  /** Scheduled send time. The one-day retry period starts then. */
  @Column({ type: 'timestamptz', nullable: true }) notBefore: Date | null;

  /** When staff last retried it after it failed. The retry period then starts over. */
  @Column({ type: 'timestamptz', nullable: true }) retriedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) sentAt: Date | null;

  /** The mail server's last answer, or what went wrong, without addresses. */
  @Column({ type: 'varchar', length: 500, nullable: true }) serverAnswer: string | null;
}
