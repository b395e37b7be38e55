import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often something has happened in a window of time, counted for all servers alike. */
@Entity('rate_counts')
export class RateCount {
  /** HMAC-SHA256 of what is counted, hexadecimal: neither addresses nor clients are kept. */
  @PrimaryColumn({ name: 'key_hash', type: 'char', length: 64 })
  keyHash: string;

  @Column({ type: 'integer' })
  count: number;

  /** When this window is over, and what was counted in it counts no more. */
  @Index('rate_counts_expires')
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;
}
