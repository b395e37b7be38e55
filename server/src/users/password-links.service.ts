import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';

import { Clock } from '../common/clock.js';
import { HOUR } from '../common/durations.js';
import { Randomness } from '../common/randomness.js';
import { hashOfToken, Secrets } from '../config/secrets.js';
import { Outbox } from '../email/outbox.repository.js';
import { PasswordLink } from './password-link.entity.js';
import type { User } from './user.entity.js';

/** Lifetime of a mailed link, in hours. */
export const LINK_HOURS = 24;
/** Links mailed to one address within an hour. */
const MAILS_PER_HOUR = 3;

export const SET_PASSWORD_KIND = 'set-password';

const PURPOSE = 'set-password-link';

@Injectable()
export class PasswordLinks {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly secrets: Secrets,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Makes a new link and ends the older one. The caller holds the user's lock.
   * @returns the link's id and its token, which is not stored.
   */
  async issue(manager: EntityManager, userId: number): Promise<{ id: string; token: string }> {
    const now = this.clock.now();
    await this.end(manager, userId);
    const id = this.randomness.uuid();
    const token = this.secrets.tokenOf(PURPOSE, id);
    await manager.insert(PasswordLink, {
      id,
      userId,
      tokenHash: hashOfToken(token),
      createdAt: now,
      expiresAt: linkEnd(now),
      endedAt: null,
    });
    return { id, token };
  }

  /** Queues a mail with a new link and ends the older one. The caller holds the user's lock. */
  async mail(manager: EntityManager, user: Pick<User, 'id' | 'email'>): Promise<void> {
    const { id } = await this.issue(manager, user.id);
    await this.outbox.enqueue(manager, {
      kind: SET_PASSWORD_KIND,
      dedupeKey: dedupeKeyOf(id),
      toAddress: user.email,
      userId: user.id,
    });
  }

  /** Whether the user was mailed as many links as an hour allows. */
  async isOverLimit(manager: EntityManager, userId: number): Promise<boolean> {
    const anHourAgo = new Date(this.clock.now().getTime() - HOUR);
    const count = await manager.countBy(PasswordLink, { userId, createdAt: MoreThan(anHourAgo) });
    return count >= MAILS_PER_HOUR;
  }

  /** The valid link of a token, if any. It is not valid if its secret, which may have leaked, was removed. */
  async findOpen(manager: EntityManager, token: string): Promise<PasswordLink | null> {
    const link = await manager.findOneBy(PasswordLink, {
      tokenHash: hashOfToken(token),
      endedAt: IsNull(),
      expiresAt: MoreThan(this.clock.now()),
    });
    return link !== null && this.tokenFor(link) !== null ? link : null;
  }

  /** The link of a message in the outbox; `null` when it was used or replaced. */
  async findMailed(
    manager: EntityManager,
    message: { dedupeKey: string; userId: number },
  ): Promise<PasswordLink | null> {
    const link = await manager.findOneBy(PasswordLink, {
      userId: message.userId,
      endedAt: IsNull(),
    });
    return link !== null && dedupeKeyOf(link.id) === message.dedupeKey ? link : null;
  }

  /** See `Secrets.findToken`. */
  tokenFor(link: PasswordLink): string | null {
    return this.secrets.findToken(PURPOSE, link);
  }

  /** The link's lifetime begins when the mail is sent, even after an outage of the mail server. */
  async prolong(manager: EntityManager, link: PasswordLink): Promise<void> {
    await manager.update(PasswordLink, { id: link.id }, { expiresAt: linkEnd(this.clock.now()) });
  }

  async end(manager: EntityManager, userId: number): Promise<void> {
    await manager.update(
      PasswordLink,
      { userId, endedAt: IsNull() },
      { endedAt: this.clock.now() },
    );
  }
}

function linkEnd(from: Date): Date {
  return new Date(from.getTime() + LINK_HOURS * HOUR);
}

function dedupeKeyOf(linkId: string): string {
  return `${SET_PASSWORD_KIND}:${linkId}`;
}
