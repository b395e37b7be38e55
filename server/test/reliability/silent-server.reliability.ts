import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { afterAll, beforeAll } from 'vitest';

import { createEmptyDatabase, type TestDatabase } from '../database.js';
import { freePort } from '../server-process.js';
import { examine } from './examination.js';
import { Fleet } from './fleet.js';
import { startProxy } from './proxy.js';
import type { Proxy } from './proxy-stand-in.js';
import { familyMaker, NONE } from './simulated-family.js';
import { fault } from './trial.js';
import { scaled } from '../size.js';
import { inCrowd } from './waiting.js';

const FAMILIES = scaled(6, 24);
const CROWD = 6;
/** More than the backlog of a listener whose backlog is 1. */
const WAITING = 16;

/**
 * An address that does not respond, like that of a machine that is switched off or of a removed container: its
 * process is stopped (SIGSTOP), and its backlog is full, so that the system ignores every further connection
 * attempt.
 */
class SilentServer {
  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
    private readonly waiting: readonly Socket[],
  ) {}

  static async start(): Promise<SilentServer> {
    const port = await freePort();
    const listen = `require('net').createServer().listen({ port: ${String(port)}, host: '127.0.0.1', backlog: 1 }, () => console.log('there'))`;
    const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    const waiting = Array.from({ length: WAITING }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      return socket;
    });
    // By the time the first is connected, all of them have tried.
    await Promise.race(waiting.map((socket) => once(socket, 'connect')));
    return new SilentServer(port, child, waiting);
  }

  async stop(): Promise<void> {
    for (const socket of this.waiting) socket.destroy();
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }
}

let database: TestDatabase;
let fleet: Fleet;
let silent: SilentServer;
let proxy: Proxy;

beforeAll(async () => {
  database = await createEmptyDatabase();
  fleet = await Fleet.start({ databaseUrl: database.url, servers: 1 });
  silent = await SilentServer.start();
  proxy = await startProxy(await freePort(), [
    silent.port,
    Number(new URL(fleet.server(0).origin).port),
  ]);
});
afterAll(async () => {
  await proxy.stop();
  await silent.stop();
  await fleet.stop();
  await database.drop();
});

fault('a server’s address does not respond at all', async (trial) => {
  trial.load = `${String(FAMILIES)} families, 2 servers behind ${proxy.name}, one of them silent`;
  const make = familyMaker({ trial, origin: proxy.origin, excuse: NONE });
  const families = Array.from({ length: FAMILIES }, make);
  await inCrowd(CROWD, families, (family) => family.register());
  await fleet.inDatabase((client) =>
    examine(trial, families, { database: client, mailServer: fleet.mailServer, state: 'awaiting' }),
  );
  fleet.checkServers(trial);
});
