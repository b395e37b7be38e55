import type { Indicator, Relationship } from '@kidlab/contract';
import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';

import { Family, HouseholdMember } from '../families/family.entity.js';

/** Exactly one guardian of a family is primary. */
@Entity('guardians')
export class Guardian extends HouseholdMember {
  @ManyToOne(() => Family, (family) => family.guardians, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'family_id' })
  family: Relation<Family>;

  @Column({ type: 'varchar', length: 31 }) lastName: string;

  /** Lower case. */
  @Column({ type: 'varchar', length: 99 }) email: string;

  /** `(123) 456-7890` */
  @Column({ type: 'varchar', length: 14 }) primaryPhone: string;

  /** A generated column for search. */
  @Column({ type: 'text', select: false, insert: false, update: false })
  readonly phoneDigits?: string;

  @Column({ type: 'char', length: 5 }) zipCode: string;
  @Column({ type: 'varchar', length: 60 }) city: string;
  @Column({ type: 'varchar', length: 20 }) relationshipToChild: Relationship;
  @Column({ type: 'char', length: 1 }) isPrimaryIndicator: Indicator;
  @Column({ type: 'varchar', length: 1024, nullable: true }) notes: string | null;
}
