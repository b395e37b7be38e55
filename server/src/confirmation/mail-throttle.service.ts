import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { advisoryLock } from '../common/statements.js';
import { Clock } from '../common/clock.js';
import { Secrets } from '../config/secrets.js';
import { mailboxOf } from '../email/suppression/suppressions.service.js';
import { CONFIRMATIONS, earliestMail } from './confirmation.js';
import { MailedAddress } from './confirmation-link.entity.js';

/** Removes the counts of mails that were never sent because their family was erased. */
const DELETE_ERASED_COUNTS = `
  DELETE FROM mailed_addresses AS mailed
  WHERE mailed.address_hash = $1 AND mailed.queued_for > $2
    AND NOT EXISTS (SELECT 1 FROM outbox_messages WHERE link_id = mailed.link_id)`;

/** Postpones throttled mails by another day, which keeps the intervals between them. */
const POSTPONE = `
  WITH waiting AS (
    UPDATE mailed_addresses SET queued_for = queued_for + interval '1 day'
    WHERE address_hash = $1 AND queued_for > $2
    RETURNING link_id, queued_for)
  UPDATE outbox_messages AS message SET next_attempt_at = queued_for, not_before = queued_for
  FROM waiting WHERE message.link_id = waiting.link_id AND state = 'pending'`;

/** Each address gets at most three confirmation mails an hour and eight a day; extra ones are delayed. */
@Injectable()
export class MailThrottleService {
  constructor(
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** @returns when a confirmation mail to this address may be sent: `now` or later. */
  async nextTime(manager: EntityManager, email: string, now: Date): Promise<Date> {
    const latest = await manager.find(MailedAddress, {
      where: { addressHash: this.hashOf(email) },
      order: { queuedFor: 'DESC' },
      take: CONFIRMATIONS.perDay,
    });
    const times = latest.map(({ queuedFor }) => queuedFor);
    return earliestMail(times, now);
  }

  /** Counts a mail for this link. @returns when it may be sent: `now` or later. */
  async reserve(manager: EntityManager, email: string, linkId: string, now: Date): Promise<Date> {
    const addressHash = this.hashOf(email);
    await advisoryLock(manager, `mail:${addressHash}`);
    // Otherwise repeated registering and canceling would use up the limit with mails that are never sent.
    await manager.query(DELETE_ERASED_COUNTS, [addressHash, now]);
    const queuedFor = await this.nextTime(manager, email, now);
    await manager.insert(MailedAddress, { addressHash, linkId, queuedFor });
    return queuedFor;
  }

  /** Uses up the daily limit of a mailbox whose owner said "This was not me". */
  async useUpDailyLimit(manager: EntityManager, email: string): Promise<void> {
    const addressHash = this.hashOf(email);
    const now = this.clock.now();
    await advisoryLock(manager, `mail:${addressHash}`);
    await manager.query(POSTPONE, [addressHash, now]);
    const mailed = { addressHash, linkId: null, queuedFor: now };
    await manager.insert(
      MailedAddress,
      Array.from({ length: CONFIRMATIONS.perDay }, () => ({ ...mailed })),
    );
  }

  private hashOf(email: string): string {
    return this.secrets.hashOf('mailed-address', mailboxOf(email));
  }
}
