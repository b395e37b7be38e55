import type { Server, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import type { NestExpressApplication } from '@nestjs/platform-express';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from 'pino';

import { Pauses } from './common/clock.js';
import { OutboxWorker } from './email/outbox.worker.js';
import { Readiness } from './health/readiness.service.js';

/** Deadlines of a stop, in milliseconds from the signal. */
export const STOP = {
  /** Connections of unfinished requests are cut. */
  cutAfterMs: 20_000,
  /** The process exits in any case. Containers kill it after 30 s or later (docs/operation.md). */
  endAfterMs: 25_000,
} as const;

/** The requests in progress. */
export class InFlightRequests {
  private readonly responses = new Set<ServerResponse>();
  private isClosing = false;

  /** Its listener runs before the request handlers. */
  constructor(server: Server) {
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.responses.add(response);
      if (this.isClosing) response.setHeader('Connection', 'close');
      response.once('close', () => this.responses.delete(response));
    });
  }

  get count(): number {
    return this.responses.size;
  }

  /** From now on, each response closes its connection, including responses to open requests. */
  endConnections(): void {
    this.isClosing = true;
    for (const response of this.responses) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  async finished(): Promise<void> {
    // Iterating over a set includes requests that arrive in the meantime.
    for (const response of this.responses) {
      await new Promise((resolve) => {
        response.once('close', resolve);
      });
    }
  }
}

/**
 * Stops without losing a request. First `/health/ready` reports 503 while the process still answers, so load
 * balancers move on. Then it accepts no more connections and finishes the open requests. Mail and schedules stop at
 * once; another process, or the next start, continues them.
 * @param requests `null` when the server does not listen yet
 */
export async function stopGracefully(
  app: NestExpressApplication,
  { requests, delayMs, log }: { requests: InFlightRequests | null; delayMs: number; log: Logger },
): Promise<void> {
  const pauses = app.get(Pauses, { strict: false });
  app.get(Readiness).drain();
  requests?.endConnections();
  const background = stopBackground(app);
  if (requests !== null) {
    log.info({ seconds: delayMs / 1_000 }, 'Stopping: no longer ready, still taking connections');
    await pauses.pause(delayMs);
    const server: Server = app.getHttpServer();
    // Accept what is queued first: closing the socket resets connections that still wait in its queue.
    await setImmediate();
    server.close();
    log.info({ inFlight: requests.count }, 'Stopping: no longer accepting connections');
    await pauses.atMost(STOP.cutAfterMs - delayMs, requests.finished());
    if (requests.count > 0) {
      log.warn({ inFlight: requests.count }, 'Stopping: cutting off unfinished requests');
    }
    // The rest is idle: browsers keep connections open for a minute.
    server.closeAllConnections();
  }
  await pauses.atMost(STOP.cutAfterMs, background);
  await app.close();
}

async function stopBackground(app: NestExpressApplication): Promise<void> {
  const jobs = [...app.get(SchedulerRegistry, { strict: false }).getCronJobs().values()];
  await Promise.all([app.get(OutboxWorker).stop(), ...jobs.map((job) => job.stop())]);
}
