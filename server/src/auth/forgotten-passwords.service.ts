import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

import { logErrors } from '../common/jobs.js';
import { Passwords } from '../users/passwords.service.js';

/**
 * "Forgot password?": answered before anybody looks whether the address is known, so that no answer and no time
 * tells.
 */
@Injectable()
export class ForgottenPasswords implements BeforeApplicationShutdown {
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly passwords: Passwords) {}

  /** @param email in lower case. */
  ask(email: string): void {
    const work = logErrors('mail a set-password link', () =>
      this.passwords.mailLink(email),
    ).finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  /** Resolves when all that was asked for is queued. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.settled();
  }
}
