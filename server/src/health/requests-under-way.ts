import type { Server, ServerResponse } from 'node:http';

/** The requests that are not answered yet. */
export class RequestsUnderWay {
  private readonly responses = new Set<ServerResponse>();
  private isClosing = false;

  /** Listens before the handlers. */
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
