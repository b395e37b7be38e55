import { afterEach, expect, test, vi } from 'vitest';

import { CommandError, readArguments, textOf } from './command.js';

const USAGE = 'npm run restore -- FILE [--replace] [--erasures FILE]';
const OPTIONS = {
  replace: { type: 'boolean', default: false },
  erasures: { type: 'string' },
} as const;

const given = process.argv;
afterEach(() => {
  process.argv = given;
  vi.unstubAllEnvs();
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

test('it refuses an option that npm has taken for its own, because `--` is missing', () => {
  vi.stubEnv('npm_config_replace', 'true');
  expect(() => read('one')).toThrow(new CommandError(USAGE));
});

test.each([
  [Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' }), 'ENOENT: no such file'],
  [Object.assign(new Error('no such table'), { code: '42P01' }), '42P01: no such table'],
])('it shows the code of an error once: %s', (error, text) => {
  expect(textOf(error)).toBe(text);
});
