import type { Gender, Hand, Language } from '@kidlab/contract';
import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';

import { Family, HouseholdMember } from '../families/family.entity.js';

@Entity('children')
export class Child extends HouseholdMember {
  @ManyToOne(() => Family, (family) => family.children, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'family_id' })
  family: Relation<Family>;

  @Column({ type: 'varchar', length: 20 }) gender: Gender;
  @Column({ type: 'smallint' }) monthOfBirth: number;
  @Column({ type: 'smallint' }) yearOfBirth: number;

  /** `year` and `month` let a child be passed as a `CalendarMonth`, the month of its birth. */
  get year(): number {
    return this.yearOfBirth;
  }

  get month(): number {
    return this.monthOfBirth;
  }

  /** A generated column for search: months since the year 0 (`year * 12 + month - 1`). */
  @Column({ type: 'integer', select: false, insert: false, update: false })
  readonly birthMonthNumber?: number;

  @Column({ type: 'varchar', length: 20 }) whichHandId: Hand;
  @Column({ type: 'varchar', length: 30 }) languageSpokenAtHome: Language;
  @Column({ type: 'varchar', length: 30, nullable: true }) additionalLanguage1: Language | null;
  @Column({ type: 'varchar', length: 30, nullable: true }) additionalLanguage2: Language | null;
  @Column({ type: 'varchar', length: 1024, nullable: true }) specialNeeds: string | null;

  /** The browser's UUID for the child: a repeated call updates the same child. */
  @Column({ type: 'uuid', nullable: true }) idempotencyKey: string | null;
}
