import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Environment } from '../config/environment.js';
import { type Letter, type LetterContent, LetterRegistry } from '../email/letters.service.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import { type Brand, inHours, renderLetter } from '../email/templates/render-letter.js';
import { LINK_HOURS, PasswordLinks, SET_PASSWORD_KIND } from './password-links.service.js';
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
    return renderSetPassword(this.environment, {
      token,
      linkHours: LINK_HOURS,
      isInvitation: user.passwordHash === null,
    });
  }
}

export interface SetPasswordData {
  readonly token: string;
  readonly linkHours: number;
  readonly isInvitation: boolean;
}

/** The page on which a staff user sets a password, opened with a token. */
export function setPasswordLink(publicBaseUrl: string, token: string): URL {
  const link = new URL(`${ADMIN_BASE_PATH}${PORTAL_ROUTES.setPassword}`, publicBaseUrl);
  link.searchParams.set('token', token);
  return link;
}

export function renderSetPassword(
  brand: Brand,
  { token, linkHours, isInvitation }: SetPasswordData,
): LetterContent {
  const { productName } = brand;
  const window = inHours(linkHours);
  const subject = isInvitation
    ? `You can sign in to the ${productName} staff portal`
    : `Set a new password for the ${productName} staff portal`;
  return renderLetter({
    brand,
    subject,
    preheader: `The link works for ${window}, once.`,
    heading: isInvitation ? 'Welcome to the staff portal' : 'Set a new password',
    greeting: 'Hello,',
    paragraphs: [
      isInvitation
        ? `You are receiving this email because a colleague added this email address to the staff portal of ${productName}.`
        : `You are receiving this email because a new password was asked for with this email address, for the staff portal of ${productName}.`,
      `Please choose a password within ${window}. The link works once; a newer email replaces it.`,
      isInvitation
        ? 'If you did not expect this, you can ignore this email.'
        : 'If you did not ask for it, you can ignore this email: your password stays as it is.',
    ],
    action: { label: 'Set password', link: setPasswordLink(brand.publicBaseUrl, token) },
  });
}
