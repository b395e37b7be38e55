import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Who did what to which record, and when. Triggers refuse every change of a row, with one exception: erasing a family
 * or an address blanks `before` and `after`, and replaces the address of an erased colleague. Rows of the last year
 * can't be deleted.
 */
@Entity('audit_events')
export class AuditEvent {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column({ type: 'timestamptz' }) occurredAt: Date;

  /** A staff user's e-mail, `Registration Site`, `system`, or `anonymous` for a failed sign-in. */
  @Column({ type: 'varchar', length: 99 }) actor: string;
  @Column({ type: 'varchar', length: 60 }) action: string;
  @Column({ type: 'varchar', length: 30 }) subjectType: string;
  @Column({ type: 'varchar', length: 60, nullable: true }) subjectId: string | null;

  /** The family of the event, also when the subject is one of its members. `null` for other subjects. */
  @Column({ type: 'uuid', nullable: true }) familyGuid: string | null;
  @Column({ type: 'jsonb', nullable: true }) before: object | null;
  @Column({ type: 'jsonb', nullable: true }) after: object | null;
}
