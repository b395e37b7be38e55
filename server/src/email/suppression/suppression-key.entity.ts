import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The key of the suppressed addresses' hashes: made once, kept for ever, encrypted by a key of the session secret. So the
 * secret can be rotated while hashes, whose addresses nobody knows any more, stay recognisable.
 */
@Entity('suppression_keys')
export class SuppressionKeyRecord {
  /** There is one. */
  @PrimaryColumn({ type: 'smallint' })
  id: number;

  /** AES-256-GCM: nonce, tag and key, base64url, a period between them. */
  @Column({ name: 'wrapped_key', type: 'varchar', length: 200 })
  wrappedKey: string;
}
