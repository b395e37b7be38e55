import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A code on paper, for who has lost the phone. It goes with the second factor. */
@Entity('recovery_codes')
export class RecoveryCode {
  /** SHA-256 of the user's number and the code, hexadecimal. */
  @PrimaryColumn({ name: 'code_hash', type: 'char', length: 64 })
  codeHash: string;

  @Index('recovery_codes_user')
  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  @Column({ name: 'used_at', type: 'timestamptz', nullable: true })
  usedAt: Date | null;
}
