import { expect, test } from 'vitest';

import { renderSecondFactorNews, SECOND_FACTOR_NEWS } from './second-factor.letters.js';

const BRAND = {
  labName: 'Kid Lab',
  productName: 'Toy Tests',
  supportEmail: 'help@example.org',
  publicBaseUrl: 'https://kidlab.example.org',
};

test.each([
  ['second-factor-on', 'is on', 'you also need a code from that app'],
  ['second-factor-off', 'is off', 'You can now sign in with your password only'],
  ['second-factor-reset', 'was reset', 'A colleague has reset'],
  ['recovery-codes-made', 'were made', 'Your old codes no longer work'],
  ['recovery-code-used', 'was used', 'It no longer works'],
] as const)('the letter for %s says what happened and what to do', (news, subject, told) => {
  const letter = renderSecondFactorNews(BRAND, news);

  expect(letter.subject).toContain(subject);
  expect(letter.subject).toContain('Toy Tests staff portal');
  for (const part of [letter.text, letter.html]) {
    expect(part).toContain(told);
    expect(part).toContain('help@example.org at once');
    expect(part).toContain('https://kidlab.example.org/kidlab-reg/admin/second-factor');
  }
});

test('every event has its own letter', () => {
  const subjects = Object.values(SECOND_FACTOR_NEWS).map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(subjects.length);
});
