import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A browser session of a registrant or of staff. Only the session store writes `sid`, `sess` and `expire`. Owner and
 * times have columns of their own, so a late write of `sess` can't revive an ended session, and all sessions of a user
 * can be ended.
 */
@Entity('sessions')
export class SessionRecord {
  @PrimaryColumn({ type: 'varchar', length: 128 }) sid: string;
  @Column({ type: 'json' }) sess: object;
  @Column({ type: 'timestamptz' }) expire: Date;

  /** The signed-in staff user; deleting the user deletes the session. */
  @Column({ type: 'integer', nullable: true }) userId: number | null;
  @Column({ type: 'timestamptz', nullable: true }) signedInAt: Date | null;

  /** Written at most once a minute. */
  @Column({ type: 'timestamptz', nullable: true }) lastCallAt: Date | null;

  /** The staff user who entered the password and still has to enter a code. Not signed in yet. */
  @Column({ type: 'integer', nullable: true }) pendingUserId: number | null;

  /** Deadline for the code. */
  @Column({ type: 'timestamptz', nullable: true }) pendingUntil: Date | null;
}
