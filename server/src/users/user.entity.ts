import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

import { Audited } from '../common/audited.entity.js';

@Entity('users')
export class User extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;

  /** Lower case. */
  @Column({ type: 'varchar', length: 99, unique: true }) email: string;

  /** argon2id. `null` until the user sets a password with a mailed link. */
  @Column({ type: 'varchar', length: 255, nullable: true }) passwordHash: string | null;
  @Column({ type: 'boolean' }) enabled: boolean;
}

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
