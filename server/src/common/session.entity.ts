import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A browser session, of a registrant or of staff. `sid`, `sess` and `expire` are written by the session store alone.
 * Whose it is and until when stands in columns: so no store that writes `sess` back can bring an ended session to life,
 * and the sessions of a user can be found and ended.
 */
@Entity('sessions')
export class SessionRecord {
  @PrimaryColumn({ type: 'varchar', length: 128 }) sid: string;
  @Column({ type: 'json' }) sess: object;
  @Column({ type: 'timestamptz' }) expire: Date;

  /** The staff user who is signed in; the session goes with the user. `null`: nobody. */
  @Column({ type: 'integer', nullable: true }) userId: number | null;
  @Column({ type: 'timestamptz', nullable: true }) signedInAt: Date | null;

  /** To the minute: not every call writes. */
  @Column({ type: 'timestamptz', nullable: true }) lastCallAt: Date | null;

  /** The staff user who has given the password and still has to give a code; nobody is signed in. */
  @Column({ type: 'integer', nullable: true }) pendingUserId: number | null;

  /** Until when the code may be given. */
  @Column({ type: 'timestamptz', nullable: true }) pendingUntil: Date | null;
}
