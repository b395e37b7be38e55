import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A mailed set-password link. Its token is derived from the row's id and a server secret, so that the same mail can be
 * written again after a fault; the table holds only a hash, so reading the table opens no link.
 */
@Entity('password_links')
export class PasswordLink {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'integer' }) userId: number;

  /** SHA-256 of the token, hexadecimal. */
  @Column({ type: 'char', length: 64, unique: true }) tokenHash: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;

  /** Counted anew when the mail is handed over, so that the reader has the whole time. */
  @Column({ type: 'timestamptz' }) expiresAt: Date;

  /** When it was used, or a newer link took its place: it opens nothing any more. */
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}
