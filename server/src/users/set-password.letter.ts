import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Environment } from '../config/environment.js';
import { type Letter, type LetterContent, LetterRegistry } from '../email/letter-registry.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import { type Brand, inHours, renderLetter } from '../email/templates/render-letter.js';
import { LINK_HOURS, PasswordLinks, SET_PASSWORD_KIND } from './password-links.service.js';
import { lockUser } from './users.repository.js';

/** The mail with a set-password link, for a new user or after "Forgot password?". */
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

  /** `null` when the user is disabled or deleted, or the link was used or replaced. */
  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    const { userId, dedupeKey } = message;
    if (userId === null) return null;
    const user = await lockUser(manager, userId);
    if (user?.enabled !== true) return null;
    const link = await this.links.findMailed(manager, { userId, dedupeKey });
    if (link === null) return null;
    const token = this.links.tokenFor(link);
    if (token === null) {
      // The link's secret is no longer configured, so mail a new link instead.
      await this.links.mail(manager, user);
      return null;
    }
    await this.links.prolong(manager, link);
    return renderSetPassword(this.environment, token, user.passwordHash === null);
  }
}

/** The address of the set-password page. */
export function setPasswordLink(publicBaseUrl: string, token: string): URL {
  const link = new URL(`${ADMIN_BASE_PATH}${PORTAL_ROUTES.setPassword}`, publicBaseUrl);
  link.searchParams.set('token', token);
  return link;
}

export function renderSetPassword(
  brand: Brand,
  token: string,
  isInvitation: boolean,
): LetterContent {
  const { productName } = brand;
  const window = inHours(LINK_HOURS);
  const subject = isInvitation
    ? `You can sign in to the ${productName} staff portal`
    : `Set a new password for the ${productName} staff portal`;
  return renderLetter({
    brand,
    subject,
    preheader: `The link works once, within ${window}.`,
    heading: isInvitation ? 'Welcome to the staff portal' : 'Set a new password',
    greeting: 'Hello,',
    paragraphs: [
      isInvitation
        ? `A colleague added this email address to the ${productName} staff portal.`
        : `Someone asked for a new password for this email address in the ${productName} staff portal.`,
      `Please choose a password within ${window}. The link works once. If you get a newer email, use the link in that one.`,
      isInvitation
        ? 'If you did not expect this, you can ignore this email.'
        : 'If that was not you, you can ignore this email. Your password stays the same.',
    ],
    action: { label: 'Set password', link: setPasswordLink(brand.publicBaseUrl, token) },
  });
}
