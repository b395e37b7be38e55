import type { ErasureReceipt as ReceiptJson } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { conflict } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { Randomness } from '../common/randomness.js';
import type { StaffMember } from '../common/staff.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import {
  type FamilyListener,
  FamilyListenersService,
} from '../families/family-listeners.service.js';
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

/** What remains of an erased address: the receipt, and a block that keeps it from being mailed or added again. */
@Injectable()
export class ErasedAddresses implements FamilyListener, OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly listeners: FamilyListenersService,
    private readonly suppressions: Suppressions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  onModuleInit(): void {
    this.listeners.register(this);
  }

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
  async conclude(
    manager: EntityManager,
    { addressHash, ...erasure }: Erasure,
    { counts, records }: Erased,
    actor: string,
  ): Promise<ReceiptJson> {
    await this.suppressions.add(manager, addressHash, erasure.erasedAt);
    await manager.insert(ErasureReceipt, { ...erasure, counts });
    await this.audit.record(manager, {
      actor,
      action: 'privacy.erased',
      subjectType: 'address',
      subjectId: addressHash,
      after: { receipt: erasure.number, ...counts, records },
    });
    return receiptJson({ ...erasure, counts });
  }

  /** The newest receipts. */
  async receipts(): Promise<ReceiptJson[]> {
    const receipts = await this.dataSource.manager.find(ErasureReceipt, {
      order: { erasedAt: 'DESC', number: 'ASC' },
      take: SHOWN_RECEIPTS,
    });
    return receipts.map(receiptJson);
  }

  /** Staff can't add an erased address again by accident. @throws 409 */
  async addressGiven(manager: EntityManager, email: string): Promise<void> {
    if ((await this.suppressions.since(manager, email)) !== null) {
      throw conflict(STAFF_MESSAGES.addressErased);
    }
  }

  /** Lets the address be mailed again, because its owner asked for that. @throws 409 when it is not blocked. */
  async lift(staff: StaffMember, email: string): Promise<void> {
    // In one transaction with the audit event: after a restore, recorded lifts are repeated.
    await this.dataSource.transaction(async (manager) => {
      const subjectId = await this.suppressions.lift(manager, email);
      if (subjectId === null) throw conflict(STAFF_MESSAGES.notSuppressed);
      await this.audit.record(manager, {
        actor: staff.email,
        action: 'privacy.suppression-lifted',
        subjectType: 'address',
        subjectId,
      });
    });
  }
}
