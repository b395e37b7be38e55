import { REGISTRATION } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, In, IsNull, MoreThan, MoreThanOrEqual, Not } from 'typeorm';

import { Clock } from '../common/clock.js';
import { findToken, hashOfToken, tokenOf } from '../common/mailed-token.js';
import { Randomness } from '../common/randomness.js';
import { Environment } from '../config/environment.js';
import { Secrets } from '../config/secrets.js';
import { OutboxMessage, type OutboxState } from '../email/outbox-message.entity.js';
import { type NewMessage, Outbox } from '../email/outbox.repository.js';
import {
  type FamilyListener,
  FamilyListenersService,
} from '../families/family-listeners.service.js';
import { lockFamily } from '../families/family-locks.js';
import type { Family } from '../families/family.entity.js';
import { ConfirmationLink } from './confirmation-link.entity.js';
import { resendFrom, windowEnd } from './confirmation.js';
import { MailPaceService } from './mail-pace.service.js';

export const CONFIRMATION_KIND = 'confirmation';

/** Of the keys that make tokens. */
const PURPOSE = 'confirmation-link';

/** `$1`: a link whose letter has left at `$2`. */
const END_OLDER = `
  UPDATE confirmation_links AS older SET replaced_at = $2 FROM confirmation_links AS mailed
  WHERE mailed.id = $1 AND older.family_id = mailed.family_id AND older.issue_number < mailed.issue_number
    AND older.replaced_at IS NULL`;

export interface MailedLink {
  link: ConfirmationLink;
  family: Family;
}

const ON_ITS_WAY: OutboxState[] = ['pending', 'claimed', 'sent'];

@Injectable()
export class ConfirmationLinksService {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly environment: Environment,
    private readonly secrets: Secrets,
    private readonly outbox: Outbox,
    private readonly pace: MailPaceService,
  ) {}

  /**
   * A new link, queued to be mailed: at once, or later when the address had its share of mails within the hour. Letters
   * with older links that wait are withdrawn; an older link that has been mailed is good until the new one has left.
   * The caller holds the family's lock.
   * @param letter the one that carries it, when it is not the confirmation mail; never queued before.
   */
  async issue(
    manager: EntityManager,
    family: Family,
    letter?: Pick<NewMessage, 'kind' | 'dedupeKey'>,
  ): Promise<void> {
    const now = this.clock.now();
    const id = this.randomness.orderedUuid();
    const [key] = this.secrets.keysFor(PURPOSE);
    await manager.insert(ConfirmationLink, {
      id,
      familyId: family.id,
      tokenHash: hashOfToken(tokenOf(id, key)),
      createdAt: now,
      expiresAt: windowEnd(now, this.environment.confirmationWindowHours),
      replacedAt: null,
      usedAt: null,
      failedTries: 0,
    });
    const freeFrom = await this.pace.take(manager, family.email, id);
    const isQueued = await this.outbox.enqueue(manager, {
      ...(letter ?? { kind: CONFIRMATION_KIND, dedupeKey: `${CONFIRMATION_KIND}:${id}` }),
      toAddress: family.email,
      familyId: family.id,
      linkId: id,
      notBefore: freeFrom > now ? freeFrom : undefined,
    });
    // Or else the family would be left with a link that nobody mails.
    if (!isQueued) throw new Error('this letter was queued before');
  }

  /**
   * The letter of this link has left: the family's older links die. Not before, or else a family whose new mail is
   * delayed or refused would be left with none. The caller holds the family's lock.
   */
  async endOlder(manager: EntityManager, linkId: string, at: Date): Promise<void> {
    await manager.query(END_OLDER, [linkId, at]);
  }

  /**
   * Ends all links of a family for good: unlike one that was replaced, none of them is known any more, not even to
   * remove the data. Their mails stay in the ledger; those that have not left are withdrawn when their turn comes.
   */
  async forget(manager: EntityManager, familyId: number): Promise<void> {
    // First, or else the mails would go along with their links.
    await manager.update(OutboxMessage, { familyId }, { linkId: null });
    await manager.delete(ConfirmationLink, { familyId });
  }

  async find(manager: EntityManager, token: string): Promise<ConfirmationLink | null> {
    return manager.findOneBy(ConfirmationLink, { tokenHash: hashOfToken(token) });
  }

  /** The link and its family as they are while the family's lock is held. */
  async lockMailed(manager: EntityManager, token: string): Promise<MailedLink | null> {
    const found = await this.find(manager, token);
    if (found === null) return null;
    const family = await lockFamily(manager, { id: found.familyId });
    if (family === null) return null;
    const link = await manager.findOneBy(ConfirmationLink, { id: found.id });
    return link === null ? null : { link, family };
  }

  /** As `findToken`. */
  tokenFor(link: Pick<ConfirmationLink, 'id' | 'tokenHash'>): string | null {
    return findToken(link, this.secrets.keysFor(PURPOSE));
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
    const last = (await this.newest(manager, family.id))?.createdAt ?? null;
    const isFree = await this.pace.freeFrom(manager, family.email, now);
    const due = Math.max(isFree.getTime(), resendFrom(last, pauseMinutes).getTime());
    if (due > now.getTime()) return Math.ceil((due - now.getTime()) / 1_000);
    await this.issue(manager, family);
    return null;
  }

  /**
   * Whether a link was queued less than `seconds` ago, in whichever letter, and is on its way or there. A mail that was
   * refused is no reason to wait.
   */
  isJustMailed(manager: EntityManager, familyId: number, seconds: number): Promise<boolean> {
    return manager.existsBy(OutboxMessage, {
      familyId,
      linkId: Not(IsNull()),
      state: In(ON_ITS_WAY),
      createdAt: MoreThan(new Date(this.clock.now().getTime() - seconds * 1000)),
    });
  }

  async newest(manager: EntityManager, familyId: number): Promise<ConfirmationLink | null> {
    const [newest] = await manager.find(ConfirmationLink, {
      where: { familyId },
      order: { issueNumber: 'DESC' },
      take: 1,
    });
    return newest ?? null;
  }

  /**
   * Whether the reader of this link may correct the family's zip code: another link has ended by wrong answers. A zip
   * code that was mistyped at registration would make confirming impossible, and the new link still proves that its
   * reader has the mailbox.
   */
  zipCodeMayChange(manager: EntityManager, link: ConfirmationLink): Promise<boolean> {
    return manager.existsBy(ConfirmationLink, {
      familyId: link.familyId,
      id: Not(link.id),
      failedTries: MoreThanOrEqual(REGISTRATION.maxConfirmationTries),
    });
  }
}

/**
 * Staff changed a family's address. Whatever was mailed before may have reached a stranger: those links end, the one
 * that removes the data too. A family that awaits confirmation is mailed a new one.
 */
@Injectable()
export class ChangedAddressListener implements FamilyListener, OnModuleInit {
  constructor(
    private readonly listeners: FamilyListenersService,
    private readonly links: ConfirmationLinksService,
  ) {}

  onModuleInit(): void {
    this.listeners.register(this);
  }

  async emailChanged(manager: EntityManager, family: Family): Promise<void> {
    await this.links.forget(manager, family.id);
    if (family.state === 'awaiting') await this.links.issue(manager, family);
  }
}
