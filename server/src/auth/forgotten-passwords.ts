import { loginForm } from '@kidlab/contract';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { readField } from '../common/input.js';
import { reportFault } from '../common/jobs.js';
import { Environment } from '../config/environment.js';
import { Passwords } from '../users/passwords.js';
import { addressOf } from './credentials.js';

/** "Forgot password?": answered before anybody looks whether the address is known, so that no answer and no time tells. */
@Injectable()
export class ForgottenPasswords implements BeforeApplicationShutdown {
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly passwords: Passwords,
    private readonly environment: Environment,
  ) {}

  /** @throws 400 for what is no address. */
  ask(request: Request): void {
    const rule = loginForm(this.environment).username;
    const email = addressOf(readField(request.body, 'email', rule));
    const work = reportFault('mail a set-password link', () =>
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
