import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * That a confirmation was queued for an address: outlives the family, so that registering and cancelling in turn never
 * mails a stranger without end. Holds a keyed hash, never the address; forgotten after a day.
 */
@Entity('mailed_addresses')
@Index('mailed_addresses_recent', ['addressHash', 'queuedFor'])
export class MailedAddress {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  /** HMAC-SHA256 of the mailbox (lower case, without `+tag`), hexadecimal. */
  @Column({ name: 'address_hash', type: 'char', length: 64 })
  addressHash: string;

  /** The link that was to be mailed; it may be gone. */
  @Column({ name: 'link_id', type: 'uuid', nullable: true })
  linkId: string | null;

  /** When the mail may leave. */
  @Column({ name: 'queued_for', type: 'timestamptz' })
  queuedFor: Date;
}
