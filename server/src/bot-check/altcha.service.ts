import {
  type Challenge,
  createChallenge,
  type Payload,
  randomInt,
  verifySolution,
} from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Clock } from '../common/clock.js';
import { MINUTE } from '../common/durations.js';
import { Secrets } from '../config/secrets.js';
import { BotCheck } from './bot-check.js';

const ALGORITHM = 'PBKDF2/SHA-256';
/** PBKDF2 rounds per attempt. */
const COST = 1_000;
/** Attempts that a browser needs to solve a challenge: a few tenths of a second on a phone. */
const TRIES = { from: 500, to: 1_500 };
/** Lifetime of a challenge: long enough to fill in a form. */
const LIFE = 20 * MINUTE;

const TAKE = `
  INSERT INTO used_challenges (nonce, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING nonce`;

/**
 * Self-hosted ALTCHA proof of work. Challenges are signed, not stored. The nonce of a solved challenge is kept until
 * the challenge expires, so each solution is accepted only once.
 */
@Injectable()
export class AltchaCheck extends BotCheck {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
  ) {
    super();
  }

  override async challenge(): Promise<Challenge> {
    return createChallenge({
      algorithm: ALGORITHM,
      cost: COST,
      counter: randomInt(TRIES.from, TRIES.to),
      deriveKey,
      expiresAt: new Date(this.clock.now().getTime() + LIFE),
      ...signing(this.secrets.keysFor('bot-check')[0]),
    });
  }

  override async accepts(token: string): Promise<boolean> {
    const payload = readToken(token);
    if (payload === null || !(await this.isSolved(payload))) return false;
    const { nonce, expiresAt = 0 } = payload.challenge.parameters;
    const values = [nonce, new Date(expiresAt * 1_000)];
    const taken: unknown[] = await this.dataSource.query(TAKE, values);
    return taken.length === 1;
  }

  private async isSolved({ challenge, solution }: Payload): Promise<boolean> {
    const expiresAt = (challenge.parameters.expiresAt ?? 0) * 1_000;
    if (expiresAt <= this.clock.now().getTime()) return false;
    for (const key of this.secrets.keysFor('bot-check')) {
      const answer = { challenge, solution, deriveKey, ...signing(key) };
      const result = await verifySolution(answer).catch(() => null);
      if (result?.verified === true) return true;
    }
    return false;
  }
}

/** altcha-lib signs the challenge and the derived key with different secrets. */
function signing(key: Buffer): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const secret = key.toString('hex');
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `key of ${secret}` };
}

/** Parses a browser's base64 JSON. The signature covers what is not checked here. */
function readToken(token: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as Partial<Payload>;
    const isWhole = typeof payload.challenge?.parameters.nonce === 'string';
    return isWhole ? (payload as Payload) : null;
  } catch {
    return null;
  }
}
