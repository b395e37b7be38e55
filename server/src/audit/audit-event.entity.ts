import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Who did what to which record, and when. Rows are added and never changed: a trigger refuses it. */
@Entity('audit_events')
export class AuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column({ name: 'occurred_at', type: 'timestamptz' })
  occurredAt: Date;

  /** `Registration Site`, a staff user's e-mail, or `system`. */
  @Column({ type: 'varchar', length: 99 })
  actor: string;

  /** For example `registration.accepted`. */
  @Column({ type: 'varchar', length: 60 })
  action: string;

  /** For example `family`. */
  @Column({ name: 'subject_type', type: 'varchar', length: 30 })
  subjectType: string;

  @Column({ name: 'subject_id', type: 'varchar', length: 60, nullable: true })
  subjectId: string | null;

  @Column({ type: 'jsonb', nullable: true })
  before: object | null;

  @Column({ type: 'jsonb', nullable: true })
  after: object | null;
}
