import type { ErasureReceipt as ReceiptJson } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import type { StaffMember } from '../common/staff.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import { ErasureReceipt } from './erasure-receipt.entity.js';
import { Erased } from './family-erasure.service.js';

/** How many receipts the portal lists. */
const SHOWN_RECEIPTS = 100;

/** Without characters that look alike on paper. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** `E-K7QW3-H2M9X`: about fifty random bits. @param bytes ten of them. */
function receiptNumber(bytes: Buffer): string {
  const text = [...bytes].map((byte) => LETTERS[byte % LETTERS.length] ?? '').join('');
  return `E-${text.slice(0, 5)}-${text.slice(5, 10)}`;
}

function receiptJson({ number, erasedAt, erasedBy, counts }: ErasureReceipt): ReceiptJson {
  // Older receipts lack kinds that are counted now.
  const all = { ...new Erased().counts, ...counts };
  return { number, erasedAt: erasedAt.toISOString(), erasedBy, counts: all };
}

/** An erasure to make or to repeat: its receipt number, time and staff user, and the hash of its address. */
export type Erasure = Omit<ErasureReceipt, 'counts'> & { readonly addressHash: string };

@Injectable()
export class Receipts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly suppressions: Suppressions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  /** A new erasure. */
  begin(staff: StaffMember, email: string): Erasure {
    return {
      addressHash: this.suppressions.hashOf(email),
      number: receiptNumber(this.randomness.bytes(10)),
      erasedAt: this.clock.now(),
      erasedBy: staff.id,
    };
  }

  /**
   * Concludes an erasure: blocks mail to the address, and stores the receipt and what a restore needs to repeat it.
   * @param actor address of the staff user, or `system`.
   */
  async write(
    manager: EntityManager,
    { number, erasedAt, erasedBy, addressHash }: Erasure,
    { counts, records }: Erased,
    actor: string,
  ): Promise<ReceiptJson> {
    await this.suppressions.add(manager, addressHash, erasedAt);
    const receipt = manager.create(ErasureReceipt, { number, erasedAt, erasedBy, counts });
    await manager.insert(ErasureReceipt, receipt);
    await this.audit.record(manager, {
      actor,
      action: 'privacy.erased',
      subjectType: 'address',
      subjectId: addressHash,
      after: { receipt: number, ...counts, records },
    });
    return receiptJson(receipt);
  }

  async list(): Promise<ReceiptJson[]> {
    const receipts = await this.dataSource.manager.find(ErasureReceipt, {
      order: { erasedAt: 'DESC', number: 'ASC' },
      take: SHOWN_RECEIPTS,
    });
    return receipts.map(receiptJson);
  }
}
