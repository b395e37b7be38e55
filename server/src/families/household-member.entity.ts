import type { Indicator } from '@kidlab/contract';
import { Column, PrimaryGeneratedColumn } from 'typeorm';

import { Audited } from '../common/audited.entity.js';

/** Columns that families, guardians and children share. */
export abstract class HouseholdRecord extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;

  /** A generated column for search: the name without case, accents, apostrophes, hyphens and spaces. */
  @Column({ type: 'text', select: false, insert: false, update: false })
  readonly foldedName?: string;

  @Column({ type: 'char', length: 1 }) registeredIndicator: Indicator;
  @Column({ type: 'timestamptz', nullable: true }) registeredDate: Date | null;

  /** `Y`: kept but never mailed. */
  @Column({ type: 'char', length: 1 }) disabledIndicator: Indicator;

  /** Kept as sent. */
  @Column({ type: 'varchar', length: 1024, nullable: true }) eml: string | null;
}

export abstract class HouseholdMember extends HouseholdRecord {
  @Column({ type: 'integer' }) familyId: number;
  @Column({ type: 'varchar', length: 31 }) firstName: string;
}
