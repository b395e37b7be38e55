import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A mailed confirmation link. Its token is derived from the row's id and a server secret, so that the same mail can be
 * written again after a fault; the table holds only a hash, so reading the table opens no link.
 */
@Entity('confirmation_links')
export class ConfirmationLink {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'integer' }) familyId: number;

  /** SHA-256 of the token, hexadecimal. */
  @Column({ type: 'char', length: 64, unique: true }) tokenHash: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;

  /** Counted anew when the mail is handed over, so that the reader has the whole window. */
  @Column({ type: 'timestamptz' }) expiresAt: Date;

  /** A later link of a family has a higher one, whatever the clocks of servers say. Given by the table. */
  @Column({ type: 'integer', select: false, insert: false, update: false })
  readonly issueNumber?: number;

  /** When the letter of a newer link had left. */
  @Column({ type: 'timestamptz', nullable: true }) replacedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) usedAt: Date | null;

  /** Wrong answers on the confirm form; at the limit the link is dead. */
  @Column({ type: 'smallint' }) failedTries: number;
}

/**
 * That a confirmation was queued for an address: outlives the family, so that registering and cancelling in turn never
 * mails a stranger without end. Holds a keyed hash, never the address; forgotten after a day.
 */
@Entity('mailed_addresses')
export class MailedAddress {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;

  /** HMAC-SHA256 of the mailbox (lower case, without `+tag`), hexadecimal. */
  @Column({ type: 'char', length: 64 }) addressHash: string;

  /** The link that was to be mailed; it may be gone. */
  @Column({ type: 'uuid', nullable: true }) linkId: string | null;
  @Column({ type: 'timestamptz' }) queuedFor: Date;
}
