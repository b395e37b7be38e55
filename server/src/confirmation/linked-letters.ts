import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Environment } from '../config/environment.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import type { ConfirmationData } from '../email/templates/confirmation.js';
import { Family } from '../families/family.entity.js';
import { Guardian } from '../families/guardian.entity.js';
import { windowEnd } from './confirmation.js';
import { ConfirmationLink } from './confirmation-link.entity.js';
import { ConfirmationLinks } from './confirmation-links.js';

interface PlainRow {
  readonly linkId: string;
  readonly tokenHash: string;
  readonly email: string;
  readonly firstName: string;
}

/** What plain letters are made of: their family awaits confirmation and nobody has locked their link. */
const PLAIN = `
  WITH mine AS MATERIALIZED (
    SELECT link.id FROM confirmation_links AS link
    WHERE link.id = ANY ($1) AND link.replaced_at IS NULL ORDER BY link.id FOR NO KEY UPDATE SKIP LOCKED
  )
  SELECT link.id AS "linkId", link.token_hash AS "tokenHash", family.email, guardian.first_name AS "firstName"
  FROM mine JOIN confirmation_links AS link USING (id)
  JOIN families AS family ON family.id = link.family_id
  JOIN guardians AS guardian ON guardian.family_id = family.id AND guardian.is_primary_indicator = 'Y'
  WHERE family.state = 'awaiting' AND family.disabled_indicator = 'N'`;

const PROLONG = 'UPDATE confirmation_links SET expires_at = $2 WHERE id = ANY ($1)';

/** What the letters that carry a confirmation link say, from what is true when they are written. */
@Injectable()
export class LinkedLetters {
  constructor(
    private readonly links: ConfirmationLinks,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** `null`: the family is confirmed, disabled or gone by now, or a newer mail has replaced this one. */
  async dataFor(message: OutboxMessage, manager: EntityManager): Promise<ConfirmationData | null> {
    if (message.familyId === null || message.linkId === null) return null;
    const family = await manager.findOneBy(Family, { id: message.familyId });
    const link = await manager.findOneBy(ConfirmationLink, { id: message.linkId });
    if (family?.state !== 'awaiting' || family.disabledIndicator === 'Y') return null;
    if (link?.replacedAt !== null) return null;
    const token = this.links.tokenFor(link);
    // The secret it was made with is gone, or the family has another address by now: a link of its own takes its place.
    if (token === null || message.toAddress !== family.email) {
      await this.links.issue(manager, family);
      return null;
    }
    const guardian = await manager.findOneByOrFail(Guardian, {
      familyId: family.id,
      isPrimaryIndicator: 'Y',
    });
    // The reader's window begins when the mail leaves, however long the mail server was away.
    await manager.update(
      ConfirmationLink,
      { id: link.id },
      { expiresAt: windowEnd(this.clock.now(), this.environment.confirmationWindowHours) },
    );
    return this.data(guardian.firstName, token);
  }

  /** The same for all plain ones among many messages, by their ids: for the others, ask one by one. */
  async plainDataFor(
    messages: readonly OutboxMessage[],
    manager: EntityManager,
  ): Promise<Map<string, ConfirmationData>> {
    const ids = messages.map(({ linkId }) => linkId);
    const rows: PlainRow[] = await manager.query(PLAIN, [ids]);
    const byLink = new Map(rows.map((row) => [row.linkId, row]));
    const data = new Map<string, ConfirmationData>();
    const links: string[] = [];
    for (const { id, linkId, toAddress } of messages) {
      const row = linkId === null ? undefined : byLink.get(linkId);
      if (row?.email !== toAddress) continue;
      const token = this.links.tokenFor({ id: row.linkId, tokenHash: row.tokenHash });
      if (token === null) continue;
      data.set(id, this.data(row.firstName, token));
      links.push(row.linkId);
    }
    const windowHours = this.environment.confirmationWindowHours;
    await manager.query(PROLONG, [links, windowEnd(this.clock.now(), windowHours)]);
    return data;
  }

  private data(firstName: string, token: string): ConfirmationData {
    return {
      firstName,
      token,
      publicBaseUrl: this.environment.publicBaseUrl,
      confirmationWindowHours: this.environment.confirmationWindowHours,
      labName: this.environment.labName,
      productName: this.environment.productName,
      supportEmail: this.environment.supportEmail,
    };
  }
}
