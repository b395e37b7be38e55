import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Failures to sign in, counted for an address or for a client, for all servers alike. */
@Entity('sign_in_attempts')
export class SignInAttempt {
  /** HMAC-SHA256 of what is counted, hexadecimal: neither addresses nor clients are kept. */
  @PrimaryColumn({ name: 'key_hash', type: 'char', length: 64 })
  keyHash: string;

  @Column({ type: 'smallint' })
  failures: number;

  /** When these failures count no more. */
  @Index('sign_in_attempts_expires')
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;
}
