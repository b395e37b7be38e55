import { createHmac } from 'node:crypto';

import { ADMIN_API_PATH, type RecoveryCodes, type SecondFactorSetup } from '@kidlab/contract';
import { type APIRequestContext, expect } from '@playwright/test';

import { aStaffAccount, signInByCall, type StaffAccount } from './staff.js';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP = 30_000;

/** A staff user with an authenticator app. */
export interface AppAccount extends StaffAccount {
  /** Base32. */
  readonly key: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * The code that an authenticator app shows for a key (RFC 6238, reimplemented here), `later` steps from now. The
 * server also accepts the next code, so a test need not wait after it has used one.
 */
export function appCode(key: string, later = 0): string {
  const bits = Array.from(key, (character) =>
    BASE32.indexOf(character).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/[01]{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP) + later));
  const secret = Buffer.from(bytes.map((byte) => parseInt(byte, 2)));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

/**
 * Adds a user and turns on the second factor, which uses up the current code. Also signs `request` in as that
 * user.
 */
export async function anAppAccount(
  admin: APIRequestContext,
  request: APIRequestContext,
): Promise<AppAccount> {
  const account = await aStaffAccount(admin);
  await signInByCall(request, account);
  const call = `${ADMIN_API_PATH}/second-factor`;
  const setup = await request.post(`${call}/setup`, { data: { password: account.password } });
  const { key } = (await setup.json()) as SecondFactorSetup;
  const confirmed = await request.post(`${call}/confirm`, { data: { code: appCode(key) } });
  expect(confirmed.status(), 'switching the second factor on').toBe(200);
  const { recoveryCodes } = (await confirmed.json()) as RecoveryCodes;
  return { ...account, key, recoveryCodes };
}
