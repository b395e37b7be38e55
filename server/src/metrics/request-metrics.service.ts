import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { findRoute } from '../common/route.js';
import { LetterRegistry } from '../email/letter-registry.js';
import { OutboxWorker } from '../email/outbox.worker.js';

/** The label of requests without a handler, such as files and unreadable bodies. */
const NO_ROUTE = 'none';
/** Upper bounds of the histogram's buckets, in seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts requests by method, status and route. The route is the handler's path pattern, never the requested path: that
 * may hold ids, or anything a stranger sends.
 */
@Injectable()
export class RequestMetrics implements OnApplicationBootstrap {
  private readonly requests: Counter<'method' | 'route' | 'status'>;
  private readonly durations: Histogram<'method' | 'route'>;
  private readonly inFlight: Gauge;

  constructor(
    private readonly host: HttpAdapterHost,
    registry: Registry,
  ) {
    const registers = [registry];
    this.requests = new Counter({
      name: 'kidlab_http_requests_total',
      help: 'Requests by route pattern, method and status; aborted: the client left before the end.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.durations = new Histogram({
      name: 'kidlab_http_request_duration_seconds',
      help: 'Time from the request to the end of its response.',
      labelNames: ['method', 'route'],
      buckets: DURATIONS,
      registers,
    });
    this.inFlight = new Gauge({
      name: 'kidlab_http_requests_under_way',
      help: 'Requests in progress.',
      registers,
    });
  }

  /** Listens on the server itself, before all middleware. Commands such as user:add have no server. */
  onApplicationBootstrap(): void {
    const { httpAdapter } = this.host as Partial<HttpAdapterHost>;
    const server = httpAdapter?.getHttpServer() as Server | undefined;
    server?.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.watch(request, response),
    );
  }

  private watch(request: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    this.inFlight.inc();
    response.once('close', () => {
      // Node's parser accepts about thirty methods, so a client can't create endless series.
      const labels = { method: request.method ?? '', route: findRoute(request) ?? NO_ROUTE };
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      this.inFlight.dec();
      this.requests.inc({ ...labels, status });
      this.durations.observe(labels, (performance.now() - started) / 1_000);
    });
  }
}

/** Counts the outcomes of the messages that this process claimed. */
@Injectable()
export class MailMetrics {
  constructor({ outcomes }: OutboxWorker, letters: LetterRegistry, registry: Registry) {
    const mails = new Counter<'kind' | 'result'>({
      name: 'kidlab_mails_total',
      help: 'Attempts to send a message, by kind of letter and result.',
      labelNames: ['kind', 'result'],
      registers: [registry],
      // An alert on an increase misses the first failure if its series begins with it.
      collect() {
        for (const kind of letters.kinds()) this.inc({ kind, result: 'failed' }, 0);
      },
    });
    outcomes.subscribe(({ kind, outcome }) => mails.inc({ kind, result: outcome }));
  }
}
