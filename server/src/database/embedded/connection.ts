import { realpath } from 'node:fs/promises';

import pg from 'pg';

import { codeOf } from './error.js';

/** The role that PostgreSQL's own set-up makes; used here and for backups only. */
export const SUPERUSER = 'postgres';
/** The product's role and its database. The role may make further databases (tests do), but is no superuser. */
export const APPLICATION = 'kidlab';

const WRONG_PASSWORD = '28P01';
/** A frozen server takes the connection and then says nothing. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Each process that uses the server holds this advisory lock, shared; the one that stops it takes it alone. */
const IN_USE = 4_715_121;

/** Who answers on a port when it is not the cluster asked for, or not yet (`nobody`). */
export type Answer = 'wrong-password' | 'another' | 'nobody';

export function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${String(port)}/${database}?sslmode=disable`;
}

/**
 * Held as long as a process uses the database: the system closes it however the process ends.
 * @returns who else answers, when it is not the server of `cluster` (a copied folder has its password, too)
 */
export async function join(
  port: number,
  password: string,
  cluster: string,
): Promise<pg.Client | Answer> {
  const client = new pg.Client({
    connectionString: urlOf(SUPERUSER, password, port, 'postgres'),
    application_name: 'kidlab-presence',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // Without a listener, a connection that breaks would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(
      `SELECT current_setting('data_directory') AS folder`,
    );
    const folder = await realpath(rows[0]?.folder ?? '').catch(() => '');
    if (folder === (await realpath(cluster))) {
      // While another process stops the server, this waits; it fails when the server is gone.
      await client.query('SELECT pg_advisory_lock_shared($1)', [IN_USE]);
      return client;
    }
    await client.end();
    return 'another';
  } catch (error) {
    await client.end().catch(() => undefined);
    const code = codeOf(error);
    if (code === WRONG_PASSWORD) return 'wrong-password';
    // PostgreSQL's codes for "starting up", "shutting down" and "in recovery"; none, when it ended meanwhile.
    return ['', 'ECONNREFUSED'].includes(code) || code.startsWith('57P') ? 'nobody' : 'another';
  }
}

/** Gives the lock back. @returns whether nobody else uses the server; then nobody joins it any more either */
export async function isLast(presence: pg.Client): Promise<boolean> {
  await presence.query('SELECT pg_advisory_unlock_shared($1)', [IN_USE]);
  const { rows } = await presence.query<{ alone: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS alone',
    [IN_USE],
  );
  return rows[0]?.alone === true;
}

/** Makes the product's role and database where they are missing: also after a first start that was broken off. */
export async function ensureDatabase(client: pg.Client, password: string): Promise<void> {
  // Two processes may come here at once.
  await client.query('SELECT pg_advisory_lock($1)', [IN_USE + 1]);
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
    [APPLICATION],
  );
  if (rows[0]?.role !== true) {
    await client.query(
      `CREATE ROLE ${APPLICATION} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`,
    );
  }
  if (rows[0]?.database !== true) {
    await client.query(`CREATE DATABASE ${APPLICATION} OWNER ${APPLICATION}`);
  }
  await client.query('SELECT pg_advisory_unlock($1)', [IN_USE + 1]);
}
