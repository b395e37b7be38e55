import { REGISTRATION } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, MoreThanOrEqual } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import { Environment } from '../config/environment.js';
import { hashOfToken, Secrets } from '../config/secrets.js';
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
import { MailThrottleService } from './mail-throttle.service.js';

/** Letters that carry a link. */
export type LinkKind = 'confirmation' | 'second-notice';

const KEY_PURPOSE = 'confirmation-link';

@Injectable()
export class ConfirmationLinksService {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly environment: Environment,
    private readonly secrets: Secrets,
    private readonly outbox: Outbox,
    private readonly throttle: MailThrottleService,
  ) {}

  /**
   * Creates a link and queues its letter, delayed when the address is throttled. Queued letters with older links are
   * withdrawn later. A mailed link stays valid until the new letter is sent. The caller holds the family's lock.
   */
  async issue(
    manager: EntityManager,
    family: Family,
    kind: LinkKind = 'confirmation',
  ): Promise<void> {
    const now = this.clock.now();
    const id = this.randomness.orderedUuid();
    await manager.insert(ConfirmationLink, {
      id,
      familyId: family.id,
      tokenHash: hashOfToken(this.secrets.tokenOf(KEY_PURPOSE, id)),
      createdAt: now,
      expiresAt: windowEnd(now, this.environment.confirmationWindowHours),
    });
    const sendAt = await this.throttle.reserve(manager, family.email, id, now);
    await this.outbox.enqueue(manager, {
      kind,
      dedupeKey: `${kind}:${id}`,
      toAddress: family.email,
      familyId: family.id,
      linkId: id,
      notBefore: sendAt > now ? sendAt : null,
    });
  }

  /**
   * Deletes all links of a family; they no longer open the removal page either. Their mails stay in the ledger, and
   * queued ones will be withdrawn.
   */
  async forget(manager: EntityManager, familyId: number): Promise<void> {
    // Otherwise the mails would be deleted with their links.
    await manager.update(OutboxMessage, { familyId }, { linkId: null });
    await manager.delete(ConfirmationLink, { familyId });
  }

  /** A link whose secret is no longer configured counts as unknown: the secret may have leaked. */
  async find(manager: EntityManager, token: string): Promise<ConfirmationLink | null> {
    const link = await manager.findOneBy(ConfirmationLink, { tokenHash: hashOfToken(token) });
    return link !== null && this.tokenFor(link) !== null ? link : null;
  }

  /** Locks the family of a link, then reads both. */
  async lockMailed(
    manager: EntityManager,
    token: string,
  ): Promise<{ link: ConfirmationLink; family: Family } | null> {
    const found = await this.find(manager, token);
    if (found === null) return null;
    const family = await lockFamily(manager, { id: found.familyId });
    if (family === null) return null;
    const link = await manager.findOneBy(ConfirmationLink, { id: found.id });
    return link === null ? null : { link, family };
  }

  /** See `Secrets.findToken`. */
  tokenFor(link: Pick<ConfirmationLink, 'id' | 'tokenHash'>): string | null {
    return this.secrets.findToken(KEY_PURPOSE, link);
  }

  /**
   * Whether a valid link may correct the family's zip code: only after wrong answers have ended another link. Otherwise
   * nobody could confirm a family with a mistyped zip code. The new link proves access to the mailbox.
   */
  zipCodeMayChange(manager: EntityManager, { familyId }: ConfirmationLink): Promise<boolean> {
    return manager.existsBy(ConfirmationLink, {
      familyId,
      failedTries: MoreThanOrEqual(REGISTRATION.maxConfirmationTries),
    });
  }
}

/**
 * When staff change a family's address, links that were mailed before may be in a stranger's mailbox. They end, and a
 * family that awaits confirmation gets a new one.
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
