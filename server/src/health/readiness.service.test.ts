import type { DataSource } from 'typeorm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { Readiness } from './readiness.service.js';

const readinessOf = (showMigrations: () => Promise<boolean>): Readiness =>
  new Readiness({ showMigrations } as DataSource);

describe('readiness', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['the schema is up to date', () => Promise.resolve(false), true],
    ['migrations are pending', () => Promise.resolve(true), false],
    ['the database is unreachable', () => Promise.reject(new Error('ECONNREFUSED')), false],
  ])('is right when %s', async (_, showMigrations, isReady) => {
    expect(await readinessOf(showMigrations).isReady()).toBe(isReady);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is false after five seconds if the database never responds', async () => {
    const answer = readinessOf(() => new Promise(() => undefined)).isReady();

    await vi.advanceTimersByTimeAsync(5_000);

    expect(await answer).toBe(false);
  });
});
