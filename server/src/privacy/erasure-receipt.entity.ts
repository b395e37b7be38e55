import type { ErasedKind } from '@kidlab/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** That an address was erased on request. Without personal data. */
@Entity('erasure_receipts')
export class ErasureReceipt {
  /** Random: nothing follows from it. */
  @PrimaryColumn({ type: 'varchar', length: 20 }) number: string;
  @Column({ type: 'timestamptz' }) erasedAt: Date;

  /** Number of the staff user who did it, who may be gone since. */
  @Column({ type: 'integer' }) erasedBy: number;
  @Column({ type: 'jsonb' }) counts: Record<ErasedKind, number>;
}
