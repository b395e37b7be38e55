import { PASSWORD } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Environment } from '../config/environment.js';
import { type Letter, type LetterContent, LetterRegistry } from '../email/letters.service.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import { renderSetPassword } from '../email/templates/set-password.js';
import { PasswordLinks, SET_PASSWORD_KIND } from './password-links.service.js';
import { lockUser } from './users.repository.js';

/** The mail with a set-password link: an invitation, or an answer to "Forgot password?". */
@Injectable()
export class SetPasswordLetter implements Letter, OnModuleInit {
  readonly kind = SET_PASSWORD_KIND;

  constructor(
    private readonly registry: LetterRegistry,
    private readonly links: PasswordLinks,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.registry.register(this);
  }

  /** `null`: the user is disabled or gone by now, or the link was used or replaced. */
  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    const { userId, dedupeKey } = message;
    if (userId === null) return null;
    const user = await lockUser(manager, userId);
    if (user?.enabled !== true) return null;
    const link = await this.links.findMailed(manager, { userId, dedupeKey });
    if (link === null) return null;
    const token = this.links.tokenFor(link);
    if (token === null) {
      // The secret it was made with is gone: a link that can be written takes its place.
      await this.links.mail(manager, user);
      return null;
    }
    await this.links.prolong(manager, link);
    const { publicBaseUrl, labName, productName, supportEmail } = this.environment;
    return renderSetPassword({
      publicBaseUrl,
      labName,
      productName,
      supportEmail,
      token,
      linkHours: PASSWORD.linkHours,
      isInvitation: user.passwordHash === null,
    });
  }
}
