import { expect, test } from 'vitest';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';

import { isTransientError } from './errors.js';

const withCode = (code: string): Error => Object.assign(new Error('a fault'), { code });

test.each([
  ['PostgreSQL shuts down', withCode('57P01')],
  ['the disk is full', withCode('53100')],
  ['a standby is not promoted yet', new QueryFailedError('INSERT', [], withCode('25006'))],
  ['a statement took too long', new QueryFailedError('SELECT 1', [], withCode('57014'))],
  ['no server listens', withCode('ECONNREFUSED')],
  ['the connection broke in a transaction', new QueryRunnerAlreadyReleasedError()],
  // TypeORM's error for the next statement when the connection broke between two statements of a transaction.
  ['and was noticed before the next statement', new QueryRunnerProviderAlreadyReleasedError()],
  ['the pool is exhausted', new Error('timeout exceeded when trying to connect')],
])('is transient: %s', (_what, fault) => {
  expect(isTransientError(fault)).toBe(true);
});

test.each([
  ['a constraint', new QueryFailedError('INSERT', [], withCode('23505'))],
  ['a bug', new TypeError('x is not a function')],
  ['not an error', 'released'],
])('is not transient: %s', (_what, fault) => {
  expect(isTransientError(fault)).toBe(false);
});
