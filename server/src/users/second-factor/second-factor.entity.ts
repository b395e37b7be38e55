import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key of a staff user's authenticator app, and a new key that is being set up. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn({ type: 'integer' }) userId: number;

  /** The encrypted key (`sealed-key.ts`); `null` while the second factor is off. */
  @Column({ type: 'bytea', nullable: true }) secret: Buffer | null;
  @Column({ type: 'timestamptz', nullable: true }) confirmedAt: Date | null;

  /** Time step of the newest used code. No step up to it is accepted again. */
  @Column({ type: 'integer', nullable: true }) lastStep: number | null;

  /** The encrypted new key, until its first code is entered. */
  @Column({ type: 'bytea', nullable: true }) pendingSecret: Buffer | null;
  @Column({ type: 'timestamptz', nullable: true }) pendingUntil: Date | null;
}

/** A recovery code, for a user who has lost the phone. */
@Entity('recovery_codes')
export class RecoveryCode {
  /** SHA-256 of the user's id and the code, hexadecimal. */
  @PrimaryColumn({ type: 'char', length: 64 }) codeHash: string;
  @Column({ type: 'integer' }) userId: number;
  @Column({ type: 'timestamptz', nullable: true }) usedAt: Date | null;
}
