import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A staff user's authenticator app: its key, and the one that is being set up. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn({ type: 'integer' }) userId: number;

  /** The key, sealed (`sealed-key.ts`); `null` while the second factor is off. */
  @Column({ type: 'bytea', nullable: true }) secret: Buffer | null;
  @Column({ type: 'timestamptz', nullable: true }) confirmedAt: Date | null;

  /** Time step of the newest code that was used: it, and older ones, are no longer accepted. */
  @Column({ type: 'integer', nullable: true }) lastStep: number | null;

  /** A key whose first code was not given yet, sealed. */
  @Column({ type: 'bytea', nullable: true }) pendingSecret: Buffer | null;
  @Column({ type: 'timestamptz', nullable: true }) pendingUntil: Date | null;
}

/** A code on paper, for who has lost the phone. It goes with the second factor. */
@Entity('recovery_codes')
export class RecoveryCode {
  /** SHA-256 of the user's number and the code, hexadecimal. */
  @PrimaryColumn({ type: 'char', length: 64 }) codeHash: string;
  @Column({ type: 'integer' }) userId: number;
  @Column({ type: 'timestamptz', nullable: true }) usedAt: Date | null;
}
