import { createServer, IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';

import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Express, on requests and responses that are its own from the beginning. By itself it changes the prototype of each one that
 * comes; an object whose prototype has changed is slow wherever it goes, which is a third of what a call costs (docs/speed.md).
 */
export class HttpAdapter extends ExpressAdapter {
  private forceClose = false;

  override initHttpServer({ forceCloseConnections }: NestApplicationOptions = {}): void {
    this.forceClose = forceCloseConnections === true;
    this.httpServer = createServer(ownClasses(this.getInstance()), this.getInstance());
  }

  override close(): Promise<unknown> | undefined {
    const closed = super.close();
    if (this.forceClose) this.getHttpServer().closeAllConnections();
    return closed;
  }
}

/** Classes for Node whose prototypes are the ones that Express gives: it finds them in place. */
function ownClasses(express: Express): ServerOptions {
  class OwnRequest extends IncomingMessage {}
  class OwnResponse extends ServerResponse {}
  Object.setPrototypeOf(OwnRequest.prototype, express.request);
  Object.setPrototypeOf(OwnResponse.prototype, express.response);
  Object.assign(express, { request: OwnRequest.prototype, response: OwnResponse.prototype });
  return { IncomingMessage: OwnRequest, ServerResponse: OwnResponse } as ServerOptions;
}
