import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a form of staff that was saved was answered: a repeat is answered likewise. */
@Entity('saved_forms')
export class SavedForm {
  @PrimaryColumn({ type: 'uuid' }) key: string;
  @Column({ type: 'integer' }) userId: number;
  @Column({ type: 'varchar', length: 60 }) path: string;
  @Column({ type: 'char', length: 64 }) bodyHash: string;

  /** JSON; `null` only within the transaction that saves. Its status is 201. */
  @Column({ type: 'json', nullable: true }) answer: object | null;

  /** The answer speaks of this family, and goes with it. */
  @Column({ type: 'integer', nullable: true }) familyId: number | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
