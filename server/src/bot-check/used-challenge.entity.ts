import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A proof-of-work challenge whose solution was taken: it counts once. Kept until the challenge expires. */
@Entity('used_challenges')
export class UsedChallenge {
  /** The challenge's own random number: part of what its signature covers, so a copy can't carry another. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) nonce: string;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
}
