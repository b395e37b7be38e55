import { describe, expect, test } from 'vitest';

import { isCommonPassword, passwordFault } from './common-passwords.js';

const CONTEXT = ['maya.rivera@example.org', 'Kid Lab', 'Toy Testers'];

describe('a password is common', () => {
  test.each([
    ['on the list', '123456789987654321'],
    ['on the list, in capitals', 'QAZWSXEDCRFVTGB'],
    ['two of the list', 'password123456789'],
    ['two of the list, with punctuation between', 'Password - 123456789!'],
    ['one of the list, repeated', 'baseballbaseball'],
    ['one letter', 'aaaaaaaaaaaaaaaaaaaa'],
    ['one punctuation mark', '....................'],
    ['one space', '               '],
    ['a short piece', 'abcabcabcabcabcab'],
    ['the address', 'maya.rivera@example.org'],
    ['the address and a year', 'maya.rivera@example.org2026'],
    ['the product and a number', 'KidLab-KidLab-12345'],
    ['the names', 'Toy Testers, Kid Lab, Maya'],
  ])('%s: %s', (_, password) => {
    expect(isCommonPassword(password, CONTEXT)).toBe(true);
  });
});

describe('a password is not common', () => {
  test.each([
    'correct horse battery staple',
    'vT7$kQz!9pLm2#xR',
    'Every Monday Maya paints three blue boats',
    'пароль из нескольких слов',
    '毎朝、公園で犬と三十分歩きます。',
    '🦊🐢🦉🐝🦀🐳🦔🐌🦚🐙🦩🐿🦥🐇🦭',
  ])('%s', (password) => {
    expect(isCommonPassword(password, CONTEXT)).toBe(false);
  });
});

test('a password that is too long is not searched for common parts', () => {
  // The search reads these names. Its time grows with the square of the length.
  const lab = {
    labName: 'Toy Testers',
    get productName(): string {
      throw new Error('searched');
    },
  };
  expect(passwordFault('ab1c2'.repeat(3_200), 'maya@example.org', lab)).toContain('at most 128');
});
