import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A staff user's authenticator app: its key, and the one that is being set up. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn({ name: 'user_id', type: 'integer' }) userId: number;

  /** The key, sealed (`sealed-key.ts`); `null` while the second factor is off. */
  @Column({ type: 'bytea', nullable: true }) secret: Buffer | null;

  @Column({ name: 'confirmed_at', type: 'timestamptz', nullable: true }) confirmedAt: Date | null;

  /** Time step of the newest code that was used: it, and older ones, are no longer accepted. */
  @Column({ name: 'last_step', type: 'integer', nullable: true }) lastStep: number | null;

  /** A key whose first code was not given yet, sealed. */
  @Column({ name: 'pending_secret', type: 'bytea', nullable: true }) pendingSecret: Buffer | null;
  @Column({ name: 'pending_until', type: 'timestamptz', nullable: true }) pendingUntil: Date | null;
}

/** A code on paper, for who has lost the phone. It goes with the second factor. */
@Entity('recovery_codes')
export class RecoveryCode {
  /** SHA-256 of the user's number and the code, hexadecimal. */
  @PrimaryColumn({ name: 'code_hash', type: 'char', length: 64 }) codeHash: string;

  @Index('recovery_codes_user')
  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  @Column({ name: 'used_at', type: 'timestamptz', nullable: true }) usedAt: Date | null;
}
