import type { RecoveryCodes, SecondFactorSetup } from '@kidlab/contract';
import type { Response } from 'supertest';
import { Secret, TOTP } from 'otpauth';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import type { TestApp } from './app.js';
import { aStaffUser, STAFF_PASSWORD, signIn } from './staff.js';

export const API = '/kidlab-reg/admin/api';
type Browser = ReturnType<TestApp['browser']>;

/** A staff user with an authenticator app. */
export interface AppUser {
  readonly id: number;
  readonly email: string;
  /** Base32. */
  readonly key: string;
  readonly recoveryCodes: readonly string[];
  /** The browser in which the second factor was switched on. */
  readonly browser: Browser;
}

/** The code that an app with that key shows, `steps` of 30 seconds after the product's clock. */
export function codeOf(product: TestApp, key: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  return totp.generate({ timestamp: product.clock.now().getTime() + steps * 30_000 });
}

/** Switches the second factor on. */
export async function setUp(
  product: TestApp,
  browser: Browser,
  proof: object = { password: STAFF_PASSWORD },
): Promise<Pick<AppUser, 'key' | 'recoveryCodes'>> {
  const setup = await browser.post(`${API}/second-factor/setup`).send(proof).expect(200);
  const { key } = setup.body as SecondFactorSetup;
  const confirmed = await browser
    .post(`${API}/second-factor/confirm`)
    .send({ code: codeOf(product, key) })
    .expect(200);
  return { key, recoveryCodes: (confirmed.body as RecoveryCodes).recoveryCodes };
}

/** A new user whose second factor is on; the clock is past the code that was used for setup. */
export async function anAppUser(product: TestApp, who: { email?: string } = {}): Promise<AppUser> {
  const { id, email } = await aStaffUser(product, who);
  const browser = await signIn(product, { email });
  const own = await setUp(product, browser);
  product.clock.advance({ seconds: 30 });
  return { id, email, browser, ...own };
}

/** A browser in which the password was entered. */
export async function givePassword(
  product: TestApp,
  email: string,
): Promise<{ browser: Browser; answer: Response }> {
  const browser = product.browser();
  const answer = await browser
    .post(`${API}/login`)
    .type('form')
    .send({ username: email, password: STAFF_PASSWORD });
  return { browser, answer };
}

/** Enters a code after the password. */
export async function giveCode(browser: Browser, code: unknown): Promise<Response> {
  return browser.post(`${API}/login/second-factor`).send({ code });
}

/** The audit events about a user, oldest first. */
export async function eventsOf(
  product: TestApp,
  id: number,
): Promise<Pick<AuditEvent, 'actor' | 'action' | 'after'>[]> {
  return product.dataSource.manager.find(AuditEvent, {
    select: { actor: true, action: true, after: true },
    where: { subjectType: 'user', subjectId: String(id) },
    order: { id: 'ASC' },
  });
}
