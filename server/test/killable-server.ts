import { Client } from 'pg';

import { createTestDatabase } from './database.js';
import { startMailServer, type TestMailServer } from './mail-server.js';
import { freePort, ServerProcess } from './server-process.js';

export interface KillableServer {
  readonly mailServer: TestMailServer;
  /** A separate process, not started yet. */
  readonly server: ServerProcess;
  readonly databaseUrl: string;
  /** Connected to its database. */
  readonly client: Client;
  stop(): Promise<void>;
}

/** A server that can be killed while it sends mail, with its own database and mail server. */
export async function makeKillableServer(): Promise<KillableServer> {
  const database = await createTestDatabase();
  const mailServer = await startMailServer();
  const server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    SESSION_SECRET: 'a secret of the tests that is long enough',
    BOT_CHECK: 'off',
    RATE_LIMIT: 'off',
  });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  return {
    mailServer,
    server,
    databaseUrl: database.url,
    client,
    stop: async () => {
      await server.kill();
      await client.end();
      await mailServer.close();
      await database.drop();
    },
  };
}
