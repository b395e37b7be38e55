import type { ErasedKind } from '@kidlab/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Proof that an address was erased. Without personal data. */
@Entity('erasure_receipts')
export class ErasureReceipt {
  /** Random. */
  @PrimaryColumn({ type: 'varchar', length: 20 }) number: string;
  @Column({ type: 'timestamptz' }) erasedAt: Date;

  /** Id of the staff user, who may have been deleted since. */
  @Column({ type: 'integer' }) erasedBy: number;
  @Column({ type: 'jsonb' }) counts: Record<ErasedKind, number>;
}
