import type { StudyCriteria, StudyState } from '@kidlab/contract';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

import { Audited } from '../common/audited.entity.js';

/** What is tested, with which children, and where. */
@Entity('studies')
export class Study extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;

  /** The name for staff. */
  @Column({ type: 'varchar', length: 80 }) name: string;

  /** The name for parents. */
  @Column({ type: 'varchar', length: 80 }) publicName: string;

  @Column({ type: 'varchar', length: 10 }) state: StudyState;
  @Column({ type: 'jsonb' }) criteria: StudyCriteria;
  @Column({ type: 'varchar', length: 200 }) place: string;

  /** The lab's own part of the invitation: plain paragraphs. */
  @Column({ type: 'varchar', length: 2000 }) letter: string;
}

/** One dated session of a study, with seats. */
@Entity('slots')
export class Slot extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'integer' }) studyId: number;
  @Column({ type: 'timestamptz' }) startsAt: Date;
  @Column({ type: 'timestamptz' }) endsAt: Date;
  @Column({ type: 'smallint' }) seats: number;

  /** Children who have a seat, counted by a trigger. */
  @Column({ type: 'smallint', insert: false, update: false }) readonly taken: number;

  /** Children on the waiting list, counted by a trigger. */
  @Column({ type: 'integer', insert: false, update: false }) readonly waiting: number;

  /** Goes up with each change that families must hear of. */
  @Column({ type: 'integer' }) sequence: number;
  @Column({ type: 'timestamptz', nullable: true }) cancelledAt: Date | null;

  /** Parents read it. */
  @Column({ type: 'varchar', length: 500, nullable: true }) cancelReason: string | null;
}

/** Two different slots at the same time. */
export function overlap(one: Slot, other: Slot): boolean {
  return one.id !== other.id && one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}
