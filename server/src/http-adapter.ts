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
    const express: Express = this.getInstance();
    this.httpServer = createServer(ownClasses(express), (request, response) => {
      if (request.url?.startsWith('/') !== true) readTarget(request);
      express(request, response);
    });
  }

  override close(): Promise<unknown> | undefined {
    const closed = super.close();
    if (this.forceClose) this.getHttpServer().closeAllConnections();
    return closed;
  }
}

const withUnreadableTarget = new WeakSet<IncomingMessage>();

/** Whether the client asked for something that is neither a path nor an address of HTTP. */
export function isTargetUnreadable(request: IncomingMessage): boolean {
  return withUnreadableTarget.has(request);
}

/**
 * The path of a target that is a whole address (`GET http://host/path`), as clients write it to a proxy. Express answers by
 * itself, with a page that repeats the target, what it finds no path in: such a request goes on as one to be refused.
 */
function readTarget(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url === '*') return;
  if (URL.canParse(url)) {
    const { pathname, search } = new URL(url);
    request.url = pathname.startsWith('/') ? pathname + search : '/';
  } else {
    withUnreadableTarget.add(request);
    request.url = '/';
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
