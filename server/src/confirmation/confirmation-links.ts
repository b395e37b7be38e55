import { createHash, createHmac } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, MoreThan } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import { Environment } from '../config/environment.js';
import { Secrets } from '../config/secrets.js';
import { type NewMessage, Outbox } from '../email/outbox.js';
import { OutboxMessage, type OutboxState } from '../email/outbox-message.entity.js';
import type { Family } from '../families/family.entity.js';
import { resendFrom, windowEnd } from './confirmation.js';
import { ConfirmationLink } from './confirmation-link.entity.js';
import { MailPace } from './mail-pace.js';

/** The kind of outbox message that carries a link. */
export const CONFIRMATION_KIND = 'confirmation';

/** Longest token that is looked up, in characters; ours have 43. */
const MAX_TOKEN_LENGTH = 128;

const REPLACE_ALL =
  'UPDATE confirmation_links SET replaced_at = $2 WHERE family_id = ANY ($1) AND replaced_at IS NULL';
const INSERT_ALL = `
  INSERT INTO confirmation_links (id, family_id, token_hash, created_at, expires_at)
  SELECT id, family_id, token_hash, $4, $5
  FROM unnest($1::uuid[], $2::integer[], $3::text[]) AS given (id, family_id, token_hash)`;

const ON_ITS_WAY: OutboxState[] = ['pending', 'claimed', 'sent'];

/** Makes, finds and replaces the links in confirmation mails. */
@Injectable()
export class ConfirmationLinks {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly environment: Environment,
    private readonly secrets: Secrets,
    private readonly outbox: Outbox,
    private readonly pace: MailPace,
  ) {}

  /**
   * A new link, queued to be mailed: at once, or later when the address had its share of mails within the hour. The older
   * link dies. The caller holds the family's lock.
   * @param letter the one that carries it, when it is not the confirmation mail; never queued before.
   */
  async issue(
    manager: EntityManager,
    family: Family,
    letter?: Pick<NewMessage, 'kind' | 'dedupeKey'>,
  ): Promise<void> {
    const now = this.clock.now();
    await manager.update(
      ConfirmationLink,
      { familyId: family.id, replacedAt: IsNull() },
      { replacedAt: now },
    );
    const id = this.randomness.orderedUuid();
    const [key] = this.keys();
    if (key === undefined) throw new Error('there is no session secret');
    await manager.insert(ConfirmationLink, {
      id,
      familyId: family.id,
      tokenHash: hashOf(tokenOf(id, key)),
      createdAt: now,
      expiresAt: windowEnd(now, this.environment.confirmationWindowHours),
      replacedAt: null,
      usedAt: null,
      failedTries: 0,
    });
    const isQueued = await this.outbox.enqueue(manager, {
      ...(letter ?? { kind: CONFIRMATION_KIND, dedupeKey: `${CONFIRMATION_KIND}:${id}` }),
      toAddress: family.email,
      familyId: family.id,
      linkId: id,
      notBefore: await this.pace.take(manager, family.email, id),
    });
    // Or else the family would be left with a link that nobody mails.
    if (!isQueued) throw new Error('this letter was queued before');
  }

  /**
   * `issue` for many families at once, all of them or none. The caller holds their locks.
   * @throws when one of the letters was queued before.
   */
  async issueAll(
    manager: EntityManager,
    letters: readonly {
      readonly family: Pick<Family, 'id' | 'email'>;
      readonly kind: string;
      readonly dedupeKey: string;
    }[],
  ): Promise<void> {
    const now = this.clock.now();
    const [key] = this.keys();
    if (key === undefined) throw new Error('there is no session secret');
    const issued = letters.map((letter) => ({ ...letter, linkId: this.randomness.orderedUuid() }));
    const families = issued.map(({ family }) => family.id);
    await manager.query(REPLACE_ALL, [families, now]);
    await manager.query(INSERT_ALL, [
      issued.map(({ linkId }) => linkId),
      families,
      issued.map(({ linkId }) => hashOf(tokenOf(linkId, key))),
      now,
      windowEnd(now, this.environment.confirmationWindowHours),
    ]);
    const places = await this.pace.takeAll(
      manager,
      issued.map(({ family, linkId }) => ({ email: family.email, linkId })),
    );
    const queued = await this.outbox.enqueueAll(
      manager,
      issued.map(({ family, kind, dedupeKey, linkId }, index) => ({
        kind,
        dedupeKey,
        toAddress: family.email,
        familyId: family.id,
        linkId,
        notBefore: places[index] ?? now,
      })),
    );
    if (queued < issued.length) throw new Error('one of these letters was queued before');
  }

  /**
   * Ends all links of a family for good: unlike one that was replaced, none of them is known any more, not even to remove
   * the data. Their mails stay in the ledger; those that have not left are withdrawn when their turn comes.
   */
  async forget(manager: EntityManager, familyId: number): Promise<void> {
    // First, or else the mails would go along with their links.
    await manager.update(OutboxMessage, { familyId }, { linkId: null });
    await manager.delete(ConfirmationLink, { familyId });
  }

  /** The link that a visitor's token belongs to. */
  async find(manager: EntityManager, token: string): Promise<ConfirmationLink | null> {
    if (token === '' || token.length > MAX_TOKEN_LENGTH) return null;
    return manager.findOneBy(ConfirmationLink, { tokenHash: hashOf(token) });
  }

  /**
   * The token of a link, for the mail that carries it; `null` when the secret it was made with is configured no more.
   */
  tokenFor(link: Pick<ConfirmationLink, 'id' | 'tokenHash'>): string | null {
    const tokens = this.keys().map((key) => tokenOf(link.id, key));
    return tokens.find((token) => hashOf(token) === link.tokenHash) ?? null;
  }

  /**
   * Issues a new link when the last one is `pauseMinutes` old and the address has not had its share of mails.
   * @returns `null` when it did; else the whole seconds until it would.
   */
  async issueIfDue(
    manager: EntityManager,
    family: Family,
    pauseMinutes: number,
  ): Promise<number | null> {
    const now = this.clock.now();
    const last = await this.lastQueuedAt(manager, family.id);
    const isFree = await this.pace.freeFrom(manager, family.email, now);
    const due = Math.max(isFree.getTime(), resendFrom(last, pauseMinutes).getTime());
    if (due > now.getTime()) return Math.ceil((due - now.getTime()) / 1_000);
    await this.issue(manager, family);
    return null;
  }

  /**
   * Whether the link that is alive was queued less than `seconds` ago, in whichever letter, and is on its way or there: with
   * another one it would be dead on arrival. A mail that was refused is no reason to wait.
   */
  async isJustMailed(manager: EntityManager, familyId: number, seconds: number): Promise<boolean> {
    const link = await manager.findOneBy(ConfirmationLink, { familyId, replacedAt: IsNull() });
    if (link === null) return false;
    return manager.existsBy(OutboxMessage, {
      linkId: link.id,
      state: In(ON_ITS_WAY),
      createdAt: MoreThan(new Date(this.clock.now().getTime() - seconds * 1000)),
    });
  }

  /** When a confirmation mail of this family was queued last. */
  private async lastQueuedAt(manager: EntityManager, familyId: number): Promise<Date | null> {
    const [latest] = await manager.find(ConfirmationLink, {
      where: { familyId },
      order: { createdAt: 'DESC' },
      take: 1,
    });
    return latest?.createdAt ?? null;
  }

  private keys(): Buffer[] {
    return this.secrets.keysFor('confirmation-link');
  }
}

function tokenOf(linkId: string, key: Buffer): string {
  return createHmac('sha256', key).update(linkId).digest('base64url');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
