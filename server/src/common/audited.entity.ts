import { Column, VersionColumn } from 'typeorm';

/** Who made and who changed a record, when, and how often it was saved. */
export abstract class Audited {
  @Column({ type: 'timestamptz' }) createdDate: Date;
  @Column({ type: 'varchar', length: 99 }) createdBy: string;
  @Column({ type: 'timestamptz' }) modifiedDate: Date;
  @Column({ type: 'varchar', length: 99 }) modifiedBy: string;

  /** Goes up with each save; a staff `PUT` that carries an older one is refused. */
  @VersionColumn({ type: 'integer' }) version: number;
}

export function createdBy(
  actor: string,
  at: Date,
): Pick<Audited, 'createdDate' | 'createdBy' | 'modifiedDate' | 'modifiedBy'> {
  return { createdDate: at, createdBy: actor, ...modifiedBy(actor, at) };
}

export function modifiedBy(actor: string, at: Date): Pick<Audited, 'modifiedDate' | 'modifiedBy'> {
  return { modifiedDate: at, modifiedBy: actor };
}
