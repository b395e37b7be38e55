import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { type AuditEntry, AuditTrail } from '../../audit/audit.service.js';
import { Randomness } from '../../common/randomness.js';
import { Environment } from '../../config/environment.js';
import { type LetterContent, LetterRegistry } from '../../email/letters.service.js';
import type { OutboxMessage } from '../../email/outbox-message.entity.js';
import { Outbox } from '../../email/outbox.repository.js';
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

  /** Queues the mail and records the event, in the transaction of what it tells. */
  async tell(
    manager: EntityManager,
    user: Pick<User, 'id' | 'email'>,
    news: SecondFactorNews,
    event: Pick<AuditEntry, 'actor' | 'before' | 'after'>,
  ): Promise<void> {
    await this.audit.recordUser(manager, { ...event, action: `user.${news}` }, user.id);
    await this.outbox.enqueue(manager, {
      kind: news,
      dedupeKey: `${news}:${this.randomness.uuid()}`,
      toAddress: user.email,
      userId: user.id,
    });
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
    return renderSecondFactorNews(this.environment, news);
  }
}
