import type { DataSource } from 'typeorm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { Readiness } from './readiness.service.js';

const readinessOf = (query: () => Promise<object[]>): Readiness =>
  new Readiness({
    query,
    migrations: [{ name: 'First' }, { name: 'Second' }],
  } as never as DataSource);

describe('readiness', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    [
      'the schema is up to date',
      () => Promise.resolve([{ name: 'First' }, { name: 'Second' }]),
      true,
    ],
    [
      'a newer version has migrated',
      () => Promise.resolve([{ name: 'First' }, { name: 'Second' }, { name: 'Third' }]),
      true,
    ],
    ['a migration is pending', () => Promise.resolve([{ name: 'First' }]), false],
    ['the database is unreachable', () => Promise.reject(new Error('ECONNREFUSED')), false],
  ])('is right when %s', async (_, query, isReady) => {
    expect(await readinessOf(query).isReady()).toBe(isReady);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is false after five seconds if the database never responds', async () => {
    const answer = readinessOf(() => new Promise(() => undefined)).isReady();

    await vi.advanceTimersByTimeAsync(5_000);

    expect(await answer).toBe(false);
  });
});
