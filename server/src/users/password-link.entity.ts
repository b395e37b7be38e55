import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mailed set-password link. The token is derived from the id and a server secret; see `Secrets.tokenOf`. */
@Entity('password_links')
export class PasswordLink {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'integer' }) userId: number;

  /** SHA-256 of the token, hexadecimal. */
  @Column({ type: 'char', length: 64, unique: true }) tokenHash: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;

  /** Extended when the mail is sent, so the reader has the full time. */
  @Column({ type: 'timestamptz' }) expiresAt: Date;

  /** When it was used or replaced by a newer link. */
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}
