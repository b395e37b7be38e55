import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that a test can cut: it forwards everything to the target until then. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks all connections and refuses new ones. */
  cut: () => void;
  mend: () => void;
  /** Silently drops all responses; the connections stay open. */
  hold: () => void;
  close: () => Promise<void>;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const held = new Set<() => void>();
  let whole = true;
  const server = createServer((client) => {
    if (!whole) {
      client.destroy();
      return;
    }
    const upstream = connect(target);
    held.add(() => {
      upstream.unpipe(client);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => {
      whole = true;
    },
    hold: () => {
      for (const hold of held) hold();
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
