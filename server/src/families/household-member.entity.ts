import type { Indicator } from '@kidlab/contract';
import { Column, PrimaryGeneratedColumn } from 'typeorm';

import { Audited } from '../common/audited.entity.js';

export abstract class HouseholdMember extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'integer' }) familyId: number;
  @Column({ type: 'varchar', length: 31 }) firstName: string;

  /** The name as it is searched for: computed by the table, never read here. */
  @Column({ type: 'text', select: false, insert: false, update: false })
  readonly foldedName?: string;

  @Column({ type: 'char', length: 1 }) registeredIndicator: Indicator;
  @Column({ type: 'timestamptz', nullable: true }) registeredDate: Date | null;
  @Column({ type: 'char', length: 1 }) disabledIndicator: Indicator;

  /** Kept as sent. */
  @Column({ type: 'varchar', length: 1024, nullable: true }) eml: string | null;
}
