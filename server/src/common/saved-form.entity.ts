import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The response to a saved staff form, by its idempotency key. A repeat gets the same response. */
@Entity('saved_forms')
export class SavedForm {
  @PrimaryColumn({ type: 'uuid' }) key: string;
  @Column({ type: 'integer' }) userId: number;
  @Column({ type: 'varchar', length: 60 }) path: string;
  @Column({ type: 'char', length: 64 }) bodyHash: string;

  /** The body of the 201. `null` only inside the transaction that saves. */
  @Column({ type: 'json', nullable: true }) answer: object | null;

  /** The family in the response; deleting it deletes this row. */
  @Column({ type: 'integer', nullable: true }) familyId: number | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
