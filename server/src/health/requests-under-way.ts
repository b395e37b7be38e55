import type { Server, ServerResponse } from 'node:http';

export class RequestsUnderWay {
  private readonly responses = new Set<ServerResponse>();
  private isClosing = false;

  /** Listens before whatever answers the requests. */
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

  /** From now on each answer is its connection's last, of the requests that are here already as well. */
  endConnections(): void {
    this.isClosing = true;
    for (const response of this.responses) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  async finished(): Promise<void> {
    // Those that come or end meanwhile are seen: it is a set.
    for (const response of this.responses) {
      await new Promise((resolve) => {
        response.once('close', resolve);
      });
    }
  }
}
