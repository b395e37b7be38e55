import { REGISTRATION } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, MoreThanOrEqual, Not } from 'typeorm';

import { Clock } from '../common/clock.js';
import { findToken, hashOfToken, tokenOf } from '../common/mailed-token.js';
import { Randomness } from '../common/randomness.js';
import { Environment } from '../config/environment.js';
import { Secrets } from '../config/secrets.js';
import { OutboxMessage } from '../email/outbox-message.entity.js';
import { Outbox } from '../email/outbox.repository.js';
import {
  type FamilyListener,
  FamilyListenersService,
} from '../families/family-listeners.service.js';
import { lockFamily } from '../families/family-locks.js';
import type { Family } from '../families/family.entity.js';
import { ConfirmationLink } from './confirmation-link.entity.js';
import { windowEnd } from './confirmation.js';
import { MailPaceService } from './mail-pace.service.js';

/** Letters that carry a link. */
export type LinkKind = 'confirmation' | 'second-notice';

/** Of the keys that make tokens. */
const PURPOSE = 'confirmation-link';

interface MailedLink {
  link: ConfirmationLink;
  family: Family;
}

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
   */
  async issue(
    manager: EntityManager,
    family: Family,
    kind: LinkKind = 'confirmation',
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
    });
    const freeFrom = await this.pace.take(manager, family.email, id, now);
    await this.outbox.enqueue(manager, {
      kind,
      dedupeKey: `${kind}:${id}`,
      toAddress: family.email,
      familyId: family.id,
      linkId: id,
      notBefore: freeFrom > now ? freeFrom : null,
    });
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
