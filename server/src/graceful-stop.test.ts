import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SchedulerRegistry } from '@nestjs/schedule';

import { Pauses } from './common/clock.js';
import { makeLog } from './common/logging.js';
import { OutboxWorker } from './email/outbox.worker.js';
import { InFlightRequests, STOP, stopGracefully } from './graceful-stop.js';
import { Readiness } from './health/readiness.service.js';

/** Records pauses and ends them immediately. */
class NoPauses extends Pauses {
  readonly asked: number[] = [];

  override pause(ms: number): Promise<void> {
    this.asked.push(ms);
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

let server: Server;
let pauses: NoPauses;
let steps: string[];
let lines: string[];

beforeEach(async () => {
  pauses = new NoPauses();
  steps = [];
  lines = [];
  // Never responds.
  server = createServer(() => steps.push('request'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The parts of an application that shutdown needs. */
function application(worker: () => Promise<void>): NestExpressApplication {
  const parts = new Map<unknown, unknown>([
    [Pauses, pauses],
    [Readiness, { drain: () => steps.push('not ready') }],
    [OutboxWorker, { stop: worker }],
    [
      SchedulerRegistry,
      { getCronJobs: () => new Map([['job', { stop: () => steps.push('job') }]]) },
    ],
  ]);
  return {
    get: (part: unknown) => parts.get(part),
    getHttpServer: () => server,
    close: () => Promise.resolve(steps.push('closed')),
  } as unknown as NestExpressApplication;
}

const log = makeLog({ write: (line) => void lines.push(line) });

describe('shutdown', () => {
  test('aborts unfinished requests at the deadline, then closes the rest', async () => {
    const requests = new InFlightRequests(server);
    const { port } = server.address() as AddressInfo;
    const request = get({ port, host: '127.0.0.1' });
    const failed = once(request, 'error');
    failed.catch(() => undefined);
    await once(server, 'request');
    const never = (): Promise<void> => new Promise(() => undefined);

    await stopGracefully(application(never), { requests, delayMs: 5_000, log });

    expect(await failed).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
    expect(steps).toEqual(['request', 'not ready', 'job', 'closed']);
    expect(pauses.asked).toEqual([5_000, STOP.cutAfterMs - 5_000, STOP.cutAfterMs]);
    expect(lines.join('')).toContain('cutting off unfinished requests');
  });

  test('does not wait if the server is not listening yet', async () => {
    const done = (): Promise<void> => Promise.resolve();

    await stopGracefully(application(done), { requests: null, delayMs: 5_000, log });

    expect(pauses.asked).not.toContain(5_000);
    expect(steps).toEqual(['not ready', 'job', 'closed']);
  });
});

test('shutdown ends before a container is killed, with time left for the database', () => {
  expect(STOP.cutAfterMs).toBeLessThan(STOP.endAfterMs);
  expect(STOP.endAfterMs).toBeLessThanOrEqual(25_000);
});
