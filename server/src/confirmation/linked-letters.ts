import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Statements } from '../common/statements.js';
import { Environment } from '../config/environment.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import type { ConfirmationData } from '../email/templates/confirmation.js';
import { Family } from '../families/family.entity.js';
import { windowEnd } from './confirmation.js';
import { ConfirmationLink } from './confirmation-link.entity.js';
import { ConfirmationLinks } from './confirmation-links.js';

interface ValidRow {
  readonly linkId: string;
  readonly tokenHash: string;
  readonly email: string;
  readonly firstName: string;
}

/**
 * The one rule that says whether a letter with a link may leave: no newer mail has replaced its link, and its family awaits
 * confirmation. And what it is made of.
 */
const VALID = `
  SELECT link.id AS "linkId", link.token_hash AS "tokenHash", family.email, guardian.first_name AS "firstName"
  FROM confirmation_links AS link
  JOIN families AS family ON family.id = link.family_id
  JOIN guardians AS guardian ON guardian.family_id = family.id AND guardian.is_primary_indicator = 'Y'
  WHERE link.replaced_at IS NULL AND family.state = 'awaiting' AND family.disabled_indicator = 'N' AND link.id`;
const VALID_AMONG = `${VALID} = ANY ($1)`;

/** Those whose link nobody has locked; they stay locked. */
const VALID_AND_FREE = `
  WITH mine AS MATERIALIZED (
    SELECT link.id FROM confirmation_links AS link
    WHERE link.id = ANY ($1) AND link.replaced_at IS NULL ORDER BY link.id FOR NO KEY UPDATE SKIP LOCKED
  ) ${VALID} IN (SELECT id FROM mine)`;

const PROLONG = 'UPDATE confirmation_links SET expires_at = $2 WHERE id = ANY ($1)';

/** What the letters that carry a confirmation link say, from what is true when they are written. */
@Injectable()
export class LinkedLetters {
  constructor(
    private readonly links: ConfirmationLinks,
    private readonly environment: Environment,
    private readonly clock: Clock,
    private readonly statements: Statements,
  ) {}

  /** `null`: the family is confirmed, disabled or gone by now, or a newer mail has replaced this one. */
  async dataFor(message: OutboxMessage, manager: EntityManager): Promise<ConfirmationData | null> {
    if (message.familyId === null || message.linkId === null) return null;
    const [valid]: ValidRow[] = await manager.query(VALID_AMONG, [[message.linkId]]);
    if (valid === undefined) return null;
    const token = this.links.tokenFor({ id: valid.linkId, tokenHash: valid.tokenHash });
    // The secret it was made with is gone, or the family has another address by now: a link of its own takes its place.
    if (token === null || message.toAddress !== valid.email) {
      const family = await manager.findOneBy(Family, { id: message.familyId });
      if (family !== null) await this.links.issue(manager, family);
      return null;
    }
    // The reader's window begins when the mail leaves, however long the mail server was away.
    await manager.update(
      ConfirmationLink,
      { id: valid.linkId },
      { expiresAt: windowEnd(this.clock.now(), this.environment.confirmationWindowHours) },
    );
    return this.data(valid.firstName, token);
  }

  /** The same for all plain ones among many messages, by their ids: for the others, ask one by one. */
  async plainDataFor(
    messages: readonly OutboxMessage[],
    manager: EntityManager,
  ): Promise<Map<string, ConfirmationData>> {
    const ids = messages.map(({ linkId }) => linkId);
    const rows: ValidRow[] = await manager.query(VALID_AND_FREE, [ids]);
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

  /** The ids of the messages whose letters, written earlier, may leave as they are. */
  async stillTrue(
    messages: readonly OutboxMessage[],
    manager: EntityManager,
  ): Promise<ReadonlySet<string>> {
    const ids = messages.map(({ linkId }) => linkId);
    const rows = await this.statements.rowsIn<ValidRow>(manager, {
      text: VALID_AMONG,
      values: [ids],
    });
    const addresses = new Map<string | null, string>(rows.map((row) => [row.linkId, row.email]));
    const valid = messages.filter(({ linkId, toAddress }) => addresses.get(linkId) === toAddress);
    return new Set(valid.map(({ id }) => id));
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
