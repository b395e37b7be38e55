import type { Server, ServerResponse } from 'node:http';

export class RequestsUnderWay {
  private readonly responses = new Set<ServerResponse>();
  private isClosing = false;
  private waiting: (() => void)[] = [];

  /** Listens before whatever answers the requests. */
  constructor(server: Server) {
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.responses.add(response);
      if (this.isClosing) response.setHeader('Connection', 'close');
      response.once('close', () => this.forget(response));
    });
  }

  get count(): number {
    return this.responses.size;
  }

  /** From now on each answer is its connection's last, of the requests that are here already as well. */
  endConnections(): void {
    this.isClosing = true;
    for (const response of this.responses) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  async finished(): Promise<void> {
    if (this.count === 0) return;
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve);
    });
  }

  private forget(response: ServerResponse): void {
    this.responses.delete(response);
    if (this.count > 0) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
