import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A solved proof-of-work challenge, kept until the challenge expires. */
@Entity('used_challenges')
export class UsedChallenge {
  /** The challenge's signature covers it, so a copy can't have another one. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) nonce: string;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
}
