import { RETENTION, type ErasureReceipt as ReceiptJson, STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { notFound } from '../common/failures.js';
import { ErasureReceipt } from './erasure-receipt.entity.js';

/** Without those that are mistaken for one another on paper. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** `E-K7QW3-H2M9X`: some fifty bits of chance. @param bytes ten of them. */
export function receiptNumber(bytes: Buffer): string {
  const text = [...bytes].map((byte) => LETTERS[byte % LETTERS.length] ?? '').join('');
  return `E-${text.slice(0, 5)}-${text.slice(5, 10)}`;
}

export function receiptJson({ number, erasedAt, erasedBy, counts }: ErasureReceipt): ReceiptJson {
  return { number, erasedAt: erasedAt.toISOString(), erasedBy, counts };
}

/** Receipts of erasures. */
@Injectable()
export class Receipts {
  constructor(private readonly dataSource: DataSource) {}

  /** The newest first. */
  async list(): Promise<ReceiptJson[]> {
    const receipts = await this.dataSource.manager.find(ErasureReceipt, {
      order: { erasedAt: 'DESC', number: 'ASC' },
      take: RETENTION.shownReceipts,
    });
    return receipts.map(receiptJson);
  }

  /** @throws 404 */
  async get(number: string): Promise<ReceiptJson> {
    const receipt = await this.dataSource.manager.findOneBy(ErasureReceipt, { number });
    if (receipt === null) throw notFound(STAFF_MESSAGES.receiptNotFound);
    return receiptJson(receipt);
  }
}
