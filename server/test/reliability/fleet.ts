import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import type { Variables } from '../../src/config/readers.js';
import { freePort, ServerProcess } from '../server-process.js';
import { IS_LONG } from '../size.js';
import { FaultyMailServer } from './faulty-mail-server.js';
import { startProxy } from './proxy.js';
import type { Proxy } from './proxy-stand-in.js';
import type { Trial } from './trial.js';
import { until } from './waiting.js';

/** Ends one-minute claims after ten seconds: no letter of this fleet takes that long to send. */
const END_OLD_CLAIMS = `
  UPDATE outbox_messages SET lease_until = now()
  WHERE state = 'claimed' AND lease_until BETWEEN now() AND now() + interval '50 seconds'`;

export const ADMIN = { email: 'admin@example.org', password: 'toys are for testing 2026' } as const;

interface FleetOptions {
  readonly servers?: number;
  readonly databaseUrl: string;
  readonly variables?: Variables;
}

/** Real server processes behind a real proxy, with a real mail server. */
export class Fleet {
  private constructor(
    readonly servers: readonly ServerProcess[],
    readonly proxy: Proxy,
    readonly mailServer: FaultyMailServer,
    /** For queries by the tests; unreachable while PostgreSQL is stopped. */
    private readonly databaseUrl: string,
    private readonly dataDir: string,
  ) {}

  /** Starts all servers at the same moment. */
  static async start({ servers = 3, databaseUrl, variables = {} }: FleetOptions): Promise<Fleet> {
    const mailServer = await FaultyMailServer.start();
    const dataDir = await mkdtemp(join(tmpdir(), 'kidlab-fleet-'));
    const ports: number[] = [];
    for (let index = 0; index < servers; index += 1) ports.push(await freePort());
    const proxyPort = await freePort();
    const processes = ports.map(
      (port) =>
        new ServerProcess(port, {
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          SMTP_URL: mailServer.url,
          SESSION_SECRET: 'a secret of the tests that is long enough',
          PUBLIC_BASE_URL: `http://127.0.0.1:${String(proxyPort)}`,
          TRUST_PROXY: '1',
          ADMIN_EMAIL: ADMIN.email,
          ADMIN_PASSWORD: ADMIN.password,
          BOT_CHECK: 'off',
          RATE_LIMIT: 'off',
          ...variables,
        }),
    );
    try {
      await Promise.all(processes.map((server) => server.start()));
      const proxy = await startProxy(proxyPort, ports);
      return new Fleet(processes, proxy, mailServer, databaseUrl, dataDir);
    } catch (error) {
      await Promise.all(processes.map((server) => server.kill()));
      await mailServer.close();
      throw error;
    }
  }

  get origin(): string {
    return this.proxy.origin;
  }

  server(index: number): ServerProcess {
    const server = this.servers[index];
    if (server === undefined) throw new Error('there is no such server');
    return server;
  }

  /** Runs `work` with its own database connection. */
  async inDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ connectionString: this.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Waits for `work`. A claim of a killed server lasts for a minute: only the long form waits until it expires. */
  async outlastingClaims<Result>(work: Promise<Result>): Promise<Result> {
    if (IS_LONG) return work;
    let isOver = false;
    const ended = work.finally(() => {
      isOver = true;
    });
    // Prevents an unhandled rejection. The returned promise still rejects.
    ended.catch(() => undefined);
    await this.inDatabase((client) =>
      until('the end of claims', async () => {
        await client.query(END_OLD_CLAIMS);
        return isOver;
      }),
    );
    return ended;
  }

  /** Checks that no server has crashed or logged an address or a token. */
  checkServers(trial: Trial): void {
    for (const [index, server] of this.servers.entries()) {
      const name = `server ${String(index + 1)}`;
      trial.check(server.isRunning, `${name} has ended`);
      trial.check(!/family\d+-|guid=/.test(server.output), `${name} wrote personal data`);
    }
    // Explains the cause of a 503.
    if (trial.wrong.length > 0) trial.wrong.push(...this.complaints());
  }

  /** The servers' messages about the database, each once. */
  private complaints(): Set<string> {
    const output = this.servers.map((server) => server.output).join('\n');
    return new Set(Array.from(output.matchAll(/database unavailable: [^"\n]*/g), ([said]) => said));
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.proxy.stop();
    await this.mailServer.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
