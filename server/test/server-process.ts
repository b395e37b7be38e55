import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

import type { Variables } from '../src/config/readers.js';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Node's arguments for the built server. Its standard input must be a pipe: see `end-with-test.mjs`. */
export const SERVER = ['--import', pathOf('./end-with-test.mjs'), pathOf('../dist/main.js')];

/** A free port below the ephemeral range, so that no outgoing connection takes it before its server listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** The built server as a separate process that can be killed and restarted on the same port. */
export class ServerProcess {
  private child: ChildProcess | null = null;
  /** The output of all processes so far. */
  output = '';

  constructor(
    private readonly port: number,
    private readonly variables: Variables,
  ) {}

  get origin(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  /** Whether the process that was started last is still running. */
  get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Resolves when the server listens. @throws if it ends before that. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, SERVER, {
      env: { PATH: process.env['PATH'], PORT: String(this.port), ...this.variables },
      stdio: 'pipe',
    });
    this.child = child;
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the server ended: ${this.output.slice(-2_000)}`);
    });
    const listens = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (part: Buffer) => {
          this.output += part.toString();
          if (part.toString().includes('Registration  ')) resolve();
        });
      }
    });
    ended.catch(() => undefined);
    await Promise.race([listens, ended]);
  }

  /** Resolves when the server has written `text`. */
  async printed(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      const { stdout, stderr } = this.child ?? {};
      if (stdout === undefined || stdout === null || stderr === undefined || stderr === null) {
        throw new Error(`the server ended without: ${text}`);
      }
      await Promise.race([once(stdout, 'data'), once(stderr, 'data')]);
    }
  }

  /** Closes the reading end of the server's output. */
  closeOutput(): void {
    this.child?.stdout?.destroy();
    this.child?.stderr?.destroy();
  }

  /** Ends the process without a graceful shutdown. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Shuts down gracefully. @returns the exit code; `null` if it was killed or had already ended. */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child;
    if (child?.exitCode !== null || child.signalCode !== null) return null;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    if (this.child === child) this.child = null;
    return child.exitCode;
  }
}
