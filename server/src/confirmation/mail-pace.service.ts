import { createHmac } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { advisoryLock } from '../common/advisory-lock.js';
import { Clock } from '../common/clock.js';
import { Secrets } from '../config/secrets.js';
import { mailboxOf } from '../email/suppression/suppressions.service.js';
import { CONFIRMATIONS, earliestMail } from './confirmation.js';
import { MailedAddress } from './confirmation-link.entity.js';

/** Gives back the places of mails that were still to leave when their family was erased. */
const FREE_PLACES = `
  DELETE FROM mailed_addresses AS place
  WHERE place.address_hash = $1 AND place.queued_for > $2
    AND NOT EXISTS (SELECT 1 FROM outbox_messages WHERE link_id = place.link_id)`;

/**
 * Limits how often one address is mailed a confirmation: at most three an hour and eight a day; extra ones are
 * delayed.
 */
@Injectable()
export class MailPaceService {
  constructor(
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** When a confirmation to this address would leave, asked at `now`: then, or later. */
  freeFrom(manager: EntityManager, email: string, now: Date): Promise<Date> {
    return this.next(manager, this.hashOf(email), now);
  }

  /**
   * Takes the next place for a confirmation to this address, asked at `now`: then, or later when it had its share.
   * @param linkId the link that is to be mailed.
   * @returns when the mail may leave.
   */
  async take(manager: EntityManager, email: string, linkId: string, now: Date): Promise<Date> {
    const addressHash = this.hashOf(email);
    await advisoryLock(manager, 'mail', addressHash);
    // Or else registering and cancelling in turn would use up an address's share with mails that never leave.
    await manager.query(FREE_PLACES, [addressHash, now]);
    const queuedFor = await this.next(manager, addressHash, now);
    await manager.insert(MailedAddress, { addressHash, linkId, queuedFor });
    return queuedFor;
  }

  /** Its owner wants no such mail: a day's share counts as used up. */
  async rest(manager: EntityManager, email: string): Promise<void> {
    const place = { addressHash: this.hashOf(email), linkId: null, queuedFor: this.clock.now() };
    await manager.insert(
      MailedAddress,
      Array.from({ length: CONFIRMATIONS.perDay }, () => ({ ...place })),
    );
  }

  private async next(manager: EntityManager, addressHash: string, now: Date): Promise<Date> {
    const latest = await manager.find(MailedAddress, {
      where: { addressHash },
      order: { queuedFor: 'DESC' },
      take: CONFIRMATIONS.perDay,
    });
    const times = latest.map(({ queuedFor }) => queuedFor);
    return earliestMail(times, now);
  }

  private hashOf(email: string): string {
    const [key] = this.secrets.keysFor('mailed-address');
    return createHmac('sha256', key).update(mailboxOf(email)).digest('hex');
  }
}
