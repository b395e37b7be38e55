import type { Indicator } from '@kidlab/contract';
import { Column, PrimaryGeneratedColumn } from 'typeorm';

import { Audited } from '../common/audited.entity.js';

export abstract class HouseholdMember extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ name: 'family_id', type: 'integer' }) familyId: number;
  @Column({ name: 'first_name', type: 'varchar', length: 31 }) firstName: string;

  /** The name as it is searched for: computed by the table, never read here. */
  @Column({ name: 'folded_name', type: 'text', select: false, insert: false, update: false })
  readonly foldedName?: string;

  @Column({ name: 'registered_indicator', type: 'char', length: 1 }) registeredIndicator: Indicator;

  @Column({ name: 'registered_date', type: 'timestamptz', nullable: true })
  registeredDate: Date | null;

  @Column({ name: 'disabled_indicator', type: 'char', length: 1 }) disabledIndicator: Indicator;

  /** Kept as sent. */
  @Column({ type: 'varchar', length: 1024, nullable: true }) eml: string | null;
}
