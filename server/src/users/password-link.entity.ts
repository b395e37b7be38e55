import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A mailed set-password link. Its token is derived from the row's id and a server secret, so that the same mail can be
 * written again after a fault; the table holds only a hash, so reading the table opens no link.
 */
@Entity('password_links')
export class PasswordLink {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ name: 'user_id', type: 'integer' }) userId: number;

  /** SHA-256 of the token, hexadecimal. */
  @Column({ name: 'token_hash', type: 'char', length: 64, unique: true }) tokenHash: string;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;

  /** Counted anew when the mail is handed over, so that the reader has the whole time. */
  @Column({ name: 'expires_at', type: 'timestamptz' }) expiresAt: Date;

  /** When it was used, or a newer link took its place: it opens nothing any more. */
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true }) endedAt: Date | null;
}
