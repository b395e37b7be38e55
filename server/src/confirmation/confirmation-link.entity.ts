import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A mailed confirmation link. Its token is derived from the row's id and a server secret, so that the same mail can be
 * written again after a fault; the table holds a hash alone, and whoever reads the table can't follow the link.
 */
@Entity('confirmation_links')
export class ConfirmationLink {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'family_id', type: 'integer' })
  familyId: number;

  /** SHA-256 of the token, hexadecimal. */
  @Column({ name: 'token_hash', type: 'char', length: 64, unique: true })
  tokenHash: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** Counted anew when the mail is handed over, so that the reader has the whole window. */
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;

  /** A later link of a family has a higher one, whatever the clocks of servers say. Given by the table. */
  @Column({ name: 'issue_number', type: 'integer', select: false, insert: false, update: false })
  readonly issueNumber?: number;

  /** When the letter of a newer link had left. */
  @Column({ name: 'replaced_at', type: 'timestamptz', nullable: true })
  replacedAt: Date | null;

  @Column({ name: 'used_at', type: 'timestamptz', nullable: true })
  usedAt: Date | null;

  /** Wrong answers on the confirm form; at the limit the link is dead. */
  @Column({ name: 'failed_tries', type: 'smallint' })
  failedTries: number;
}
