import { Column, VersionColumn } from 'typeorm';

/** Who created and who last changed a record, and when. */
export abstract class Audited {
  @Column({ type: 'timestamptz' }) createdDate: Date;
  @Column({ type: 'varchar', length: 99 }) createdBy: string;
  @Column({ type: 'timestamptz' }) modifiedDate: Date;
  @Column({ type: 'varchar', length: 99 }) modifiedBy: string;

  /** Incremented by each save. A staff `PUT` with an older version is refused. */
  @VersionColumn({ type: 'integer' }) version: number;
}

export const modifiedBy = (actor: string, at: Date) => ({ modifiedDate: at, modifiedBy: actor });

export const createdBy = (actor: string, at: Date) => ({
  createdDate: at,
  createdBy: actor,
  ...modifiedBy(actor, at),
});
