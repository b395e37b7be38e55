import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Who did what to which record, and when. Rows are added and never changed, triggers refuse it, but for one thing:
 * when a family is erased, `before` and `after` of its events are blanked.
 */
@Entity('audit_events')
export class AuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column({ type: 'timestamptz' }) occurredAt: Date;

  /** `Registration Site`, a staff user's e-mail, or `system`. */
  @Column({ type: 'varchar', length: 99 }) actor: string;
  @Column({ type: 'varchar', length: 60 }) action: string;
  @Column({ type: 'varchar', length: 30 }) subjectType: string;
  @Column({ type: 'varchar', length: 60, nullable: true }) subjectId: string | null;

  /** The family that the event speaks of, also when its subject is a person in it; `null` for all other events. */
  @Column({ type: 'uuid', nullable: true }) familyGuid: string | null;
  @Column({ type: 'jsonb', nullable: true }) before: object | null;
  @Column({ type: 'jsonb', nullable: true }) after: object | null;
}
