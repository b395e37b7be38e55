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
    return {
      firstName: guardian.firstName,
      token,
      publicBaseUrl: this.environment.publicBaseUrl,
      confirmationWindowHours: this.environment.confirmationWindowHours,
      labName: this.environment.labName,
      productName: this.environment.productName,
      supportEmail: this.environment.supportEmail,
    };
  }
}
