import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Randomness } from '../../common/randomness.js';
import { Environment } from '../../config/environment.js';
import { type LetterContent, LetterRegistry } from '../../email/letter.js';
import type { OutboxMessage } from '../../email/outbox-message.entity.js';
import { Outbox } from '../../email/outbox.service.js';
import {
  renderSecondFactorNews,
  SECOND_FACTOR_NEWS,
  type SecondFactorNews,
} from '../../email/templates/second-factor.js';
import { User } from '../user.entity.js';

export type { SecondFactorNews };

/** Mails that tell users what has happened to their second factor. */
@Injectable()
export class SecondFactorLetters implements OnModuleInit {
  constructor(
    private readonly registry: LetterRegistry,
    private readonly outbox: Outbox,
    private readonly randomness: Randomness,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    for (const kind of Object.keys(SECOND_FACTOR_NEWS) as SecondFactorNews[]) {
      this.registry.register({
        kind,
        compose: (message, manager) => this.compose(kind, message, manager),
      });
    }
  }

  /** Queues the mail, in the transaction of what it tells. Call `send` after the commit. */
  async tell(
    manager: EntityManager,
    user: Pick<User, 'id' | 'email'>,
    news: SecondFactorNews,
  ): Promise<void> {
    await this.outbox.enqueue(manager, {
      kind: news,
      dedupeKey: `${news}:${this.randomness.uuid()}`,
      toAddress: user.email,
      userId: user.id,
    });
  }

  send(): void {
    this.outbox.nudge();
  }

  /** `null`: the user is disabled or gone by now. */
  private async compose(
    news: SecondFactorNews,
    { userId }: OutboxMessage,
    manager: EntityManager,
  ): Promise<LetterContent | null> {
    if (userId === null || !(await manager.existsBy(User, { id: userId, enabled: true }))) {
      return null;
    }
    const { publicBaseUrl, labName, productName, supportEmail } = this.environment;
    return renderSecondFactorNews({ publicBaseUrl, labName, productName, supportEmail }, news);
  }
}
