import { afterEach, expect, test } from 'vitest';

import { CommandError, readArguments } from './command.js';

const USAGE = 'npm run restore -- FILE [--replace] [--erasures FILE]';
const OPTIONS = {
  replace: { type: 'boolean', default: false },
  erasures: { type: 'string' },
} as const;

const given = process.argv;
afterEach(() => {
  process.argv = given;
});

function read(...args: string[]): ReturnType<typeof readArguments<typeof OPTIONS>> {
  process.argv = ['node', 'restore.js', ...args];
  return readArguments(USAGE, OPTIONS);
}

test('a command accepts one argument and its options, in any order', () => {
  expect(read('one', '--erasures', 'list')).toMatchObject({
    word: 'one',
    values: { replace: false, erasures: 'list' },
  });
  expect(read('--replace', 'one')).toMatchObject({ word: 'one', values: { replace: true } });
});

test.each([
  [[]],
  [['']],
  [['one', 'two']],
  [['--replace']],
  [['one', '--unknown']],
  [['one', '--erasures']],
])('it refuses %j and shows its usage', (args) => {
  expect(() => read(...args)).toThrow(new CommandError(USAGE));
});
