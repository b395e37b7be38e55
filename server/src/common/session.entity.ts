import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A browser session, of a registrant or of staff. `sid`, `sess` and `expire` are written by the session store alone.
 * Whose it is and until when stands in columns: so no store that writes `sess` back can bring an ended session to life,
 * and the sessions of a user can be found and ended.
 */
@Entity('sessions')
export class SessionRecord {
  @PrimaryColumn({ type: 'varchar', length: 128 }) sid: string;
  @Column({ type: 'json' }) sess: object;

  @Index('sessions_expire')
  @Column({ type: 'timestamptz' })
  expire: Date;

  /** The staff user who is signed in; the session goes with the user. `null`: nobody. */
  @Index('sessions_user')
  @Column({ name: 'user_id', type: 'integer', nullable: true })
  userId: number | null;

  @Column({ name: 'signed_in_at', type: 'timestamptz', nullable: true }) signedInAt: Date | null;

  /** To the minute: not every call writes. */
  @Column({ name: 'last_call_at', type: 'timestamptz', nullable: true }) lastCallAt: Date | null;

  /** The staff user who has given the password and still has to give a code; nobody is signed in. */
  @Index('sessions_pending_user')
  @Column({ name: 'pending_user_id', type: 'integer', nullable: true })
  pendingUserId: number | null;

  /** Until when the code may be given. */
  @Column({ name: 'pending_until', type: 'timestamptz', nullable: true }) pendingUntil: Date | null;
}
