import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A mailed confirmation link. Its token is never stored; see `Secrets.tokenOf`. */
@Entity('confirmation_links')
export class ConfirmationLink {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'integer' }) familyId: number;

  /** SHA-256 of the token, hexadecimal. */
  @Column({ type: 'char', length: 64, unique: true }) tokenHash: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;

  /** Reset when the mail is sent: the window starts then. */
  @Column({ type: 'timestamptz' }) expiresAt: Date;

  /** A generated column that orders the links of a family, independent of server clocks. */
  @Column({ type: 'integer', select: false, insert: false, update: false })
  readonly issueNumber?: number;

  /** When the letter with a newer link was sent. */
  @Column({ type: 'timestamptz', nullable: true }) replacedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) usedAt: Date | null;

  /** Wrong answers on the confirm form. At the limit the link is dead. */
  @Column({ type: 'smallint' }) failedTries: number;
}

/**
 * Counts a confirmation mail to an address, for a day. It outlives the family: repeated registering and canceling must
 * not flood a stranger's mailbox.
 */
@Entity('mailed_addresses')
export class MailedAddress {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;

  /** HMAC-SHA256 of the mailbox (lower case, without `+tag`), hexadecimal. */
  @Column({ type: 'char', length: 64 }) addressHash: string;

  /** May be deleted already. */
  @Column({ type: 'uuid', nullable: true }) linkId: string | null;
  @Column({ type: 'timestamptz' }) queuedFor: Date;
}
