import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An erased address that is not mailed. Holds a keyed hash, never the address. */
@Entity('suppressed_addresses')
export class SuppressedAddress {
  /** HMAC-SHA256 of the mailbox (lower case, without `+tag`), base64url. */
  @PrimaryColumn({ type: 'char', length: 43 }) addressHash: string;
  @Column({ type: 'timestamptz' }) suppressedAt: Date;
}
