import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A browser session, of a registrant or of staff. Written by the session store alone; here so that its table is known. */
@Entity('sessions')
export class SessionRecord {
  @PrimaryColumn({ type: 'varchar', length: 128 })
  sid: string;

  @Column({ type: 'json' })
  sess: object;

  @Index('sessions_expire')
  @Column({ type: 'timestamptz' })
  expire: Date;
}
