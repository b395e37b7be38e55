import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

import { DatabaseMetrics } from './database-metrics.service.js';

const PATH = '/metrics';

/** Serves `/metrics` on a separate port, which visitors of the site can't reach. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private server: Server | null = null;

  constructor(
    private readonly registry: Registry,
    private readonly database: DatabaseMetrics,
  ) {}

  /** @throws Node's error when the port or address can't be used */
  async listen(port: number, host: string): Promise<void> {
    // Node's own: memory, processor, garbage collection, event loop delay.
    collectDefaultMetrics({ register: this.registry });
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.listen(port, host);
    await once(this.server, 'listening');
  }

  /** Closed last, so that Prometheus can observe the shutdown. */
  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isKnown = request.url?.split('?')[0] === PATH;
    if (!isKnown || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(isKnown ? 405 : 404).end();
      return;
    }
    await this.database.refresh();
    const type = this.registry.contentType;
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
    response.end(await this.registry.metrics());
  }
}
