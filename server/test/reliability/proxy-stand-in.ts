import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Like `proxy_connect_timeout`. */
const CONNECT_MS = 2_000;

/** A reverse proxy in front of several servers. */
export interface Proxy {
  /** Its name in the table. */
  readonly name: string;
  readonly origin: string;
  stop: () => Promise<void>;
}

/**
 * For machines without nginx: a round-robin proxy that skips unreachable servers and, like nginx, retries a call on a
 * broken connection with the same id (see proxy.ts).
 */
export async function startStandIn(port: number, upstreams: readonly number[]): Promise<Proxy> {
  let next = 0;
  const server = createServer((incoming, outgoing) => {
    const body: Buffer[] = [];
    incoming.on('data', (part: Buffer) => body.push(part));
    incoming.on('end', () => {
      next += 1;
      const order = upstreams.map((_, index) => upstreams[(next + index) % upstreams.length] ?? 0);
      incoming.headers['x-call-id'] = randomUUID();
      forward(incoming, Buffer.concat(body), outgoing, order);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    name: 'a stand-in for nginx',
    origin: `http://127.0.0.1:${String(port)}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  [port, ...others]: readonly number[],
): void {
  if (port === undefined) {
    outgoing.writeHead(502).end();
    return;
  }
  const passed = request(
    {
      host: '127.0.0.1',
      port,
      agent: false,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    },
  );
  // Give up on an address that does not respond, as nginx does.
  const given = setTimeout(() => passed.destroy(new Error('not connected')), CONNECT_MS);
  passed.on('socket', (socket) => {
    socket.once('connect', () => {
      clearTimeout(given);
    });
  });
  passed.on('error', () => {
    clearTimeout(given);
    if (outgoing.headersSent) outgoing.destroy();
    else forward(incoming, body, outgoing, others);
  });
  passed.end(body);
}
