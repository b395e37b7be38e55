import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './error.js';
import { handOver, type Place } from './place.js';

/** Below the ports that systems give to outgoing connections, so that the remembered one is rarely taken. */
const PORTS = { from: 20_000, to: 32_000 };
/** How many ports are tried before a start gives up. */
export const PORT_TRIES = 20;

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}

/** A free port, by chance. */
export async function pickPort(): Promise<number> {
  for (let attempt = 0; attempt < PORT_TRIES; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedPostgresError(
    `No free port was found for the embedded database between ${String(PORTS.from)} and ${String(PORTS.to)}.`,
  );
}

/** Where the port of the last start is kept. */
const portFile = (place: Place): string => join(place.home, 'port');

/** The port of an earlier start, if it is free. */
export async function rememberedPort(place: Place): Promise<number | null> {
  const port = Number(await readFile(portFile(place), 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 0 && port < 65_536 && (await isFree(port)) ? port : null;
}

export async function rememberPort(place: Place, port: number): Promise<void> {
  await writeFile(portFile(place), `${String(port)}\n`);
  await handOver(portFile(place), place.user);
}
