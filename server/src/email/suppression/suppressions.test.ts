import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataSource } from 'typeorm';

import { createTestDatabase } from '../../../test/database.js';
import { untilWaitingForLock } from '../../../test/locks.js';
import { Secrets } from '../../config/secrets.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { Suppressions } from './suppressions.service.js';

const EMAIL = 'maya@example.org';

let database: { url: string; drop: () => Promise<void> };
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource(dataSourceOptions(database.url)).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** A server with these secrets, the newest first. */
const serverWith = (...secrets: string[]): Suppressions => new Suppressions(new Secrets(secrets));

test('a hash is recognized while its secret is configured', async () => {
  const first = serverWith('one');
  expect(await first.since(source.manager, EMAIL)).toBeNull();
  await first.add(source.manager, first.hashOf(EMAIL), new Date(0));

  for (const secrets of [['one'], ['two', 'one'], ['three', 'two', 'one']]) {
    const server = serverWith(...secrets);
    expect(await server.since(source.manager, EMAIL.toUpperCase())).not.toBeNull();
    expect(await server.since(source.manager, 'maya+toys@example.org')).not.toBeNull();
    expect(await server.since(source.manager, 'other@example.org')).toBeNull();
    expect(server.knows(first.hashOf(EMAIL))).toBe(true);
  }
  expect(serverWith('two').knows(first.hashOf(EMAIL))).toBe(false);
});

test('a suppression made with a former secret can be lifted', async () => {
  const server = serverWith('two', 'one');
  expect(await server.lift(source.manager, EMAIL)).toBe(serverWith('one').hashOf(EMAIL));
  expect(await server.lift(source.manager, EMAIL)).toBeNull();
  expect(await server.since(source.manager, EMAIL)).toBeNull();
});

test('when two calls lift a suppression at once, only one succeeds', async () => {
  const server = serverWith('one');
  await server.add(source.manager, server.hashOf(EMAIL), new Date(0));
  let second: Promise<string | null> | undefined;

  const first = await source.transaction(async (manager) => {
    const lifted = await server.lift(manager, EMAIL);
    second = server.lift(source.manager, EMAIL);
    await untilWaitingForLock({ dataSource: source });
    return lifted;
  });

  expect([first, await second]).toEqual([server.hashOf(EMAIL), null]);
});

test('a hash reveals neither the address nor, without the secret, whose it is', () => {
  const hash = serverWith('one').hashOf(EMAIL);
  expect(hash).toMatch(/^[\w-]{43}$/);
  expect(hash.slice(6)).not.toBe(serverWith('two').hashOf(EMAIL).slice(6));
});
