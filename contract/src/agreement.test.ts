import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { AGREEMENT_SECTIONS, AGREEMENT_TEXTS, AGREEMENT_VERSION } from './agreement.js';

/** Hashes of the accepted texts by version. Add a line for a new text, and never change one. */
const ACCEPTED_TEXTS: Record<string, string> = {
  '2026-11-20': 'd2c8e986b23376adb6a8344e09fb64744c3b0b23b57bae541ce7ac280d0498f8',
};

const digestOf = (text: unknown): string =>
  createHash('sha256').update(JSON.stringify(text)).digest('hex');

test('a changed agreement has a new version', () => {
  expect({ [AGREEMENT_VERSION]: digestOf(AGREEMENT_SECTIONS) }).toEqual({
    [AGREEMENT_VERSION]: ACCEPTED_TEXTS[AGREEMENT_VERSION],
  });
});

test('the exact text of every accepted version can be shown', () => {
  const digests = Object.entries(AGREEMENT_TEXTS).map(([version, text]) => [
    version,
    digestOf(text),
  ]);
  expect(Object.fromEntries(digests)).toEqual(ACCEPTED_TEXTS);
});
