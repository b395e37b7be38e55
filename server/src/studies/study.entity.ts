import type { StudyCriteria, StudyState } from '@kidlab/contract';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

import { Audited } from '../common/audited.entity.js';

/** What is tested, and with which children. */
@Entity('studies')
export class Study extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;

  /** As staff call it. */
  @Column({ type: 'varchar', length: 80 }) name: string;

  /** As parents read it. */
  @Column({ name: 'public_name', type: 'varchar', length: 80 }) publicName: string;

  @Column({ type: 'varchar', length: 10 }) state: StudyState;
  @Column({ type: 'jsonb' }) criteria: StudyCriteria;
  @Column({ type: 'varchar', length: 200 }) place: string;

  /** What the invitation says beside the study, the dates and the link: plain paragraphs. */
  @Column({ type: 'varchar', length: 2000 }) letter: string;
}
