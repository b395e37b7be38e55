import { createHash, randomInt } from 'node:crypto';

import { test } from '@playwright/test';

/** Set it to make up the same values again; each run prints its own. */
export const SEED_VARIABLE = 'E2E_SEED';

// The first process chooses; the others inherit it.
export const SEED = (process.env[SEED_VARIABLE] ??= String(randomInt(1_000_000)));

/** Values made up so far by each test. */
const counts = new Map<string, number>();

/** 64 hexadecimal digits, different for each call, test and run. They are derived from the seed. */
function digest(): string {
  const { testId, repeatEachIndex } = test.info();
  const count = (counts.get(testId) ?? 0) + 1;
  counts.set(testId, count);
  return createHash('sha256').update([SEED, testId, repeatEachIndex, count].join()).digest('hex');
}

/** A UUID. */
export function aKey(): string {
  return digest().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-a$4-$5');
}

/** A name of 16 letters. Names can't contain digits. */
export function aFamilyName(): string {
  const letters = digest()
    .slice(0, 15)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
  return `Q${letters}`;
}

/** A telephone number's last seven digits. */
export function sevenDigits(): string {
  return String(Number.parseInt(digest().slice(0, 8), 16) % 10_000_000).padStart(7, '0');
}
