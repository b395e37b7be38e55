import type { Gender, Hand, Language } from '@kidlab/contract';
import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';

import { Family } from '../families/family.entity.js';
import { HouseholdMember } from '../families/household-member.entity.js';

@Entity('children')
export class Child extends HouseholdMember {
  @ManyToOne(() => Family, (family) => family.children, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'family_id' })
  family: Relation<Family>;

  @Column({ type: 'varchar', length: 20 }) gender: Gender;

  @Column({ name: 'month_of_birth', type: 'smallint' }) monthOfBirth: number;
  @Column({ name: 'year_of_birth', type: 'smallint' }) yearOfBirth: number;

  /** Months since the year 0 (`year * 12 + month - 1`): computed by the table, searched by, never read here. */
  @Column({
    name: 'birth_month_number',
    type: 'integer',
    select: false,
    insert: false,
    update: false,
  })
  readonly birthMonthNumber?: number;

  @Column({ name: 'which_hand_id', type: 'varchar', length: 20 }) whichHandId: Hand;

  @Column({ name: 'language_spoken_at_home', type: 'varchar', length: 30 })
  languageSpokenAtHome: Language;

  @Column({ name: 'additional_language_1', type: 'varchar', length: 30, nullable: true })
  additionalLanguage1: Language | null;

  @Column({ name: 'additional_language_2', type: 'varchar', length: 30, nullable: true })
  additionalLanguage2: Language | null;

  @Column({ name: 'special_needs', type: 'varchar', length: 1024, nullable: true })
  specialNeeds: string | null;

  /** The UUID that the registrant's browser made for this child, so that a repeated call is the same child. */
  @Column({ name: 'idempotency_key', type: 'uuid', nullable: true }) idempotencyKey: string | null;
}
