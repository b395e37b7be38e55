import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { codeOf } from './error.js';

/** The role that PostgreSQL's own set-up makes; used here only. */
export const SUPERUSER = 'postgres';
/** The role and the database that the product uses. It may make further databases (tests do) but is no superuser. */
export const APPLICATION_ROLE = 'kidlab';
export const APPLICATION_DATABASE = 'kidlab';

/** How the connection that each server process holds for its life names itself. */
const PRESENCE_NAME = 'kidlab-presence';
/** PostgreSQL's code for "starting up", "shutting down" and "in recovery". */
const CANNOT_CONNECT_NOW = '57P03';
const WRONG_PASSWORD = '28P01';
/** A frozen server takes the connection and then says nothing. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Who answers on a port: the cluster asked for, the same but not ready, another server, or nobody. */
export type Answer = 'ours' | 'not-ready' | 'wrong-password' | 'another' | 'nobody';

function newClient(port: number, password: string): pg.Client {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    application_name: PRESENCE_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ssl: false,
    keepAlive: true,
  });
  // Without a listener, a connection that breaks would end the process.
  client.on('error', () => undefined);
  return client;
}

async function dataFolderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ folder: string }>(
    `SELECT current_setting('data_directory') AS folder`,
  );
  return realpath(rows[0]?.folder ?? '').catch(() => '');
}

/** Connects and makes sure that the server behind the port is the one of `cluster` (a copied folder has its password, too). */
async function connect(
  port: number,
  password: string,
  cluster: string,
): Promise<pg.Client | Answer> {
  const client = newClient(port, password);
  try {
    await client.connect();
    if ((await dataFolderOf(client)) === (await realpath(cluster))) return client;
    await client.end();
    return 'another';
  } catch (error) {
    await client.end().catch(() => undefined);
    switch (codeOf(error)) {
      case 'ECONNREFUSED':
        return 'nobody';
      case CANNOT_CONNECT_NOW:
        return 'not-ready';
      case WRONG_PASSWORD:
        return 'wrong-password';
      default:
        return 'another';
    }
  }
}

/** Asks, over a real connection, who answers on a port. */
export async function whoAnswers(port: number, password: string, cluster: string): Promise<Answer> {
  const found = await connect(port, password, cluster);
  if (typeof found === 'string') return found;
  await found.end();
  return 'ours';
}

/**
 * A connection held as long as this process uses the embedded database. It is how processes that share a cluster know
 * of one another: the system closes it however the process ends, so nothing of it can go stale.
 */
export interface Presence {
  /** How many other processes hold one. */
  countOthers(): Promise<number>;
  leave(): Promise<void>;
}

/** @param onLost called once when the connection breaks before `leave` */
export async function holdPresence(
  port: number,
  password: string,
  cluster: string,
  onLost: () => void,
): Promise<Presence> {
  const client = await connect(port, password, cluster);
  if (typeof client === 'string') throw new Error(`the database does not answer (${client})`);
  let isLeaving = false;
  client.once('end', () => {
    if (!isLeaving) onLost();
  });
  return {
    async countOthers() {
      const { rows } = await client.query<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()`,
        [PRESENCE_NAME],
      );
      return Number(rows[0]?.count ?? 0);
    },
    async leave() {
      isLeaving = true;
      await client.end().catch(() => undefined);
    },
  };
}

/** Makes the product's role and database where they are missing: also after a first start that was broken off. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = newClient(port, password);
  try {
    await client.connect();
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
      [APPLICATION_ROLE, APPLICATION_DATABASE],
    );
    if (rows[0]?.role !== true) {
      await client.query(
        `CREATE ROLE ${APPLICATION_ROLE} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`,
      );
    }
    if (rows[0]?.database !== true) {
      await client.query(`CREATE DATABASE ${APPLICATION_DATABASE} OWNER ${APPLICATION_ROLE}`);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}
