import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { type AuditedValues, AuditTrail } from '../../audit/audit.service.js';
import { Randomness } from '../../common/randomness.js';
import { Environment } from '../../config/environment.js';
import { type LetterContent, LetterRegistry } from '../../email/letter-registry.js';
import type { OutboxMessage } from '../../email/outbox-message.entity.js';
import { Outbox } from '../../email/outbox.repository.js';
import { type Brand, renderLetter } from '../../email/templates/render-letter.js';
import { User } from '../user.entity.js';

export const SECOND_FACTOR_NEWS = {
  'second-factor-on': {
    subject: 'Two-step sign-in is on',
    text: 'Two-step sign-in was turned on for your account in the staff portal, or moved to another app. From now on, you also need a code from that app to sign in.',
  },
  'second-factor-off': {
    subject: 'Two-step sign-in is off',
    text: 'Two-step sign-in was turned off for your account in the staff portal. You can now sign in with your password only.',
  },
  'second-factor-reset': {
    subject: 'Two-step sign-in was reset',
    text: 'A colleague has reset two-step sign-in for your account in the staff portal. You can now sign in with your password only, until you turn it on again.',
  },
  'recovery-codes-made': {
    subject: 'New recovery codes were made',
    text: 'New recovery codes were made for your account in the staff portal. Your old codes no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'One of your recovery codes was used for your account in the staff portal. It no longer works.',
  },
} as const;
export type SecondFactorNews = keyof typeof SECOND_FACTOR_NEWS;

@Injectable()
export class SecondFactorLetters implements OnModuleInit {
  constructor(
    private readonly registry: LetterRegistry,
    private readonly outbox: Outbox,
    private readonly randomness: Randomness,
    private readonly environment: Environment,
    private readonly audit: AuditTrail,
  ) {}

  onModuleInit(): void {
    for (const kind of Object.keys(SECOND_FACTOR_NEWS) as SecondFactorNews[]) {
      this.registry.register({
        kind,
        compose: (message, manager) => this.compose(kind, message, manager),
      });
    }
  }

  /** Queues the mail and records the event, in the transaction of the change. */
  async notify(
    manager: EntityManager,
    user: Pick<User, 'id' | 'email'>,
    news: SecondFactorNews,
    actor: string,
    values?: AuditedValues,
  ): Promise<void> {
    await this.audit.recordUser(manager, user.id, actor, `user.${news}`, values);
    await this.outbox.enqueue(manager, {
      kind: news,
      dedupeKey: `${news}:${this.randomness.uuid()}`,
      toAddress: user.email,
      userId: user.id,
    });
  }

  /** `null` when the user is disabled or deleted. */
  private async compose(
    news: SecondFactorNews,
    { userId }: OutboxMessage,
    manager: EntityManager,
  ): Promise<LetterContent | null> {
    if (userId === null || !(await manager.existsBy(User, { id: userId, enabled: true }))) {
      return null;
    }
    return renderSecondFactorNews(this.environment, news);
  }
}

export function renderSecondFactorNews(brand: Brand, news: SecondFactorNews): LetterContent {
  const { subject, text } = SECOND_FACTOR_NEWS[news];
  return renderLetter({
    brand,
    subject: `${subject} (${brand.productName} staff portal)`,
    preheader: 'If this was not you, please write to us at once.',
    heading: subject,
    greeting: 'Hello,',
    paragraphs: [
      text,
      `If this was not you and you did not ask for it, please write to ${brand.supportEmail} at once and set a new password.`,
    ],
    action: {
      label: 'Open the staff portal',
      link: new URL(`${ADMIN_BASE_PATH}${PORTAL_ROUTES.secondFactor}`, brand.publicBaseUrl),
    },
  });
}
