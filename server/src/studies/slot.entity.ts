import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

import { Audited } from '../common/audited.entity.js';
import { Study } from './study.entity.js';

/** One dated session of a study, with seats. */
@Entity('slots')
export class Slot extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'integer' }) studyId: number;
  @ManyToOne(() => Study) @JoinColumn({ name: 'study_id' }) study: Relation<Study>;
  @Column({ type: 'timestamptz' }) startsAt: Date;
  @Column({ type: 'timestamptz' }) endsAt: Date;
  @Column({ type: 'smallint' }) seats: number;

  /** Children who have a seat, counted by a trigger. */
  @Column({ type: 'smallint', insert: false, update: false }) readonly taken: number;

  /** Children on the waiting list, counted by a trigger. */
  @Column({ type: 'integer', insert: false, update: false }) readonly waiting: number;

  /** Incremented with each change that families must be told about. */
  @Column({ type: 'integer' }) sequence: number;
  @Column({ type: 'timestamptz', nullable: true }) cancelledAt: Date | null;

  /** Shown to parents. */
  @Column({ type: 'varchar', length: 500, nullable: true }) cancelReason: string | null;
}

/** Two different slots at the same time. */
export function overlap(one: Slot, other: Slot): boolean {
  return one.id !== other.id && one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}
