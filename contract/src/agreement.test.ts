import { createHash } from 'node:crypto';

import { expect, test } from '@jest/globals';

import { AGREEMENT_SECTIONS, AGREEMENT_VERSION } from './agreement.js';

/** Texts that families have accepted, by version. A line is added for a new text, and none is ever changed. */
const ACCEPTED_TEXTS: Record<string, string> = {
  '2026-11-20': 'd2c8e986b23376adb6a8344e09fb64744c3b0b23b57bae541ce7ac280d0498f8',
};

test('a change of the agreement’s words comes with a new version', () => {
  const text = createHash('sha256').update(JSON.stringify(AGREEMENT_SECTIONS)).digest('hex');

  expect({ [AGREEMENT_VERSION]: text }).toEqual({
    [AGREEMENT_VERSION]: ACCEPTED_TEXTS[AGREEMENT_VERSION],
  });
});
