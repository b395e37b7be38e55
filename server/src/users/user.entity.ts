import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

import { Audited } from '../common/audited.entity.js';

@Entity('users')
export class User extends Audited {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;

  /** Lower case. */
  @Column({ type: 'varchar', length: 99, unique: true }) email: string;

  /** argon2id. `null` until the user sets a password with a mailed link. */
  @Column({ type: 'varchar', length: 255, nullable: true }) passwordHash: string | null;
  @Column({ type: 'boolean' }) enabled: boolean;
}
