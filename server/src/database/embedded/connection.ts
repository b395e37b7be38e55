import { realpath } from 'node:fs/promises';

import pg from 'pg';

import { codeOf } from './error.js';

/** The superuser that initdb creates. Used only here and for backups. */
export const SUPERUSER = 'postgres';
/** The application's role and database. The role may create databases (tests do) but is not a superuser. */
export const APPLICATION = 'kidlab';

const WRONG_PASSWORD = '28P01';
/** A frozen server accepts the connection but never answers. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Each process that uses the server holds this advisory lock in shared mode. Stopping it takes the exclusive lock. */
const IN_USE = 4_715_121;

/** Why a connection failed. `another`: another server has the port. `none`: no server answers (yet). */
export type Answer = 'wrong-password' | 'another' | 'none';

export function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${String(port)}/${database}?sslmode=disable`;
}

/**
 * Opens the connection that marks the server as used by this process. It ends with the process, even after a kill.
 * @returns the connection, or why it failed. A server on a copy of the folder accepts our password but is `another`
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
      // Waits while another process stops the server, then fails.
      await client.query('SELECT pg_advisory_lock_shared($1)', [IN_USE]);
      return client;
    }
    await client.end();
    return 'another';
  } catch (error) {
    await client.end().catch(() => undefined);
    const code = codeOf(error);
    if (code === WRONG_PASSWORD) return 'wrong-password';
    // 57P..: starting up, shutting down or in recovery. No code: the connection broke.
    return ['', 'ECONNREFUSED'].includes(code) || code.startsWith('57P') ? 'none' : 'another';
  }
}

/** Releases the shared lock. @returns whether no other process uses the server; if so, none can join it any more */
export async function isLast(presence: pg.Client): Promise<boolean> {
  await presence.query('SELECT pg_advisory_unlock_shared($1)', [IN_USE]);
  const { rows } = await presence.query<{ alone: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS alone',
    [IN_USE],
  );
  return rows[0]?.alone === true;
}

/** Creates the application's role and database if missing, even after an interrupted first start. */
export async function ensureDatabase(client: pg.Client, password: string): Promise<void> {
  // Two processes may get here at once.
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
