import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

import { BackupFault } from './fault.js';
import { linesOf } from './lines.js';
import { connectionOf, programOf, type Programs } from './programs.js';

/** What psql says of an error; its details, which may quote rows, are turned off. */
const ERROR = /(?:ERROR|FATAL|PANIC|error):\s+(.*)/;

/**
 * A conversation with psql over one connection. Why psql: an archive of pg_dump is a script for it, and only who sits in
 * the transaction that fills the tables can look at them before it is committed. psql ends at the first error, and its
 * transaction with it.
 */
export class Psql {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: AsyncGenerator<string, void>;
  readonly #ended: Promise<number | null>;
  #complaints = '';

  constructor(programs: Programs, url: string) {
    const { address, env } = connectionOf(url);
    this.#child = spawn(
      programOf(programs, 'psql'),
      [
        ...['--no-psqlrc', '--quiet', '--no-align', '--tuples-only', '--no-password'],
        ...['--set=ON_ERROR_STOP=1', '--set=VERBOSITY=terse', '--set=SHOW_CONTEXT=never', address],
      ],
      { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true },
    );
    this.#lines = linesOf(this.#child.stdout.setEncoding('utf8'));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints += text;
    });
    // Writing to a program that has ended: why it ended is told by what it said.
    this.#child.stdin.on('error', () => undefined);
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', () => {
        resolve(null);
      });
      this.#child.once('close', (code) => {
        resolve(code);
      });
    });
  }

  /** Says something and waits until psql has taken it. @throws BackupFault in psql's words, when it has ended. */
  async say(text: string): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.stdin.destroyed) throw await this.#fault();
    if (this.#child.stdin.write(text)) return;
    const drained = once(this.#child.stdin, 'drain').catch(() => this.#ended);
    await Promise.race([drained, this.#ended]);
  }

  /** Hands on a whole script. */
  async sayAll(script: AsyncIterable<string>): Promise<void> {
    for await (const part of script) await this.say(part);
  }

  /** Takes each line of the answer; there may be lines left of what was said before. */
  async ask(query: string, take: (line: string) => void): Promise<void> {
    const end = randomUUID();
    await this.say(`${query};\n\\echo ${end}\n`);
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw await this.#fault();
      if (value === end) return;
      take(value);
    }
  }

  /** Ends psql: what was not committed by then is undone. Never rejects. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    this.#child.stdout.resume();
    await this.#ended;
  }

  async #fault(): Promise<BackupFault> {
    await this.end();
    const [, words] = ERROR.exec(this.#complaints) ?? [];
    return new BackupFault(
      `The database refused what the backup holds: ${words ?? 'the connection was lost'}. Nothing was changed.`,
    );
  }
}
