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
