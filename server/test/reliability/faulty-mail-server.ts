import { setTimeout as pause } from 'node:timers/promises';

import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

import { freePort } from '../server-process.js';

/**
 * What the server does with a letter. `silent`: reads it, never responds and drops it; `mute`: accepts it and closes
 * the connection without a response; `later` and `never`: 451 and 550 for the recipient; `full` and `spam`: 452 and
 * 554 for the letter itself.
 */
export type Behaviour = 'accept' | 'slow' | 'silent' | 'mute' | 'later' | 'never' | 'full' | 'spam';

/** How long a slow server takes for a letter, in milliseconds. */
const SLOW_MS = 3_000;

/** A real SMTP server on loopback with the faults that a test sets. */
export class FaultyMailServer {
  /** The accepted mails, with or without a response. */
  readonly mails: ParsedMail[] = [];
  /** What the server does at the `attempt`th try (from 1) of a letter to that address. */
  behave: (address: string, attempt: number) => Behaviour = () => 'accept';
  private server: SMTPServer | null = null;
  private readonly attempts = new Map<string, number>();

  private constructor(private readonly port: number) {}

  static async start(): Promise<FaultyMailServer> {
    const server = new FaultyMailServer(await freePort());
    await server.open();
    return server;
  }

  /** For `SMTP_URL`. */
  get url(): string {
    return `smtp://127.0.0.1:${String(this.port)}`;
  }

  mailsTo(address: string): ParsedMail[] {
    return this.mails.filter((mail) => recipientOf(mail) === address);
  }

  /** The token in the link of the newest mail to that address. */
  tokenFor(address: string): string | null {
    const text = this.mailsTo(address).at(-1)?.text ?? '';
    return /confirm-registration\?guid=([\w-]+)/.exec(text)?.[1] ?? null;
  }

  /** The number of delivery attempts for that address. */
  attemptsFor(address: string): number {
    return this.attempts.get(address) ?? 0;
  }

  /** Listens (again). */
  async open(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 1_000,
      onRcptTo: ({ address }, _session, done) => {
        const attempt = this.attemptsFor(address) + 1;
        this.attempts.set(address, attempt);
        const behaviour = this.behave(address, attempt);
        if (behaviour === 'later') done(refusal(451, 'Come back later'));
        else if (behaviour === 'never') done(refusal(550, 'No such mailbox'));
        else done();
      },
      onData: (stream, session, done) => {
        simpleParser(stream).then(
          (mail) => this.take(mail, session, done),
          (error: unknown) => {
            done(error as Error);
          },
        );
      },
    });
    // A client that dies must not crash the server.
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.server = server;
  }

  /** Refuses all connections from now on. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    for (const connection of connectionsOf(server)) connection._socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(resolve);
    });
  }

  private async take(
    mail: ParsedMail,
    session: SMTPServerSession,
    done: (error?: Error | null) => void,
  ): Promise<void> {
    const address = recipientOf(mail);
    switch (this.behave(address, this.attemptsFor(address))) {
      case 'full':
        done(refusal(452, 'The mailbox is full'));
        return;
      case 'spam':
        done(refusal(554, 'This letter is not wanted'));
        return;
      case 'silent':
        return;
      case 'mute':
        this.mails.push(mail);
        this.hangUp(session);
        return;
      case 'slow':
        await pause(SLOW_MS);
        break;
      case 'accept':
      case 'later':
      case 'never':
        break;
    }
    this.mails.push(mail);
    done();
  }

  private hangUp({ id }: SMTPServerSession): void {
    if (this.server === null) return;
    for (const connection of connectionsOf(this.server)) {
      if (connection.id === id) connection._socket.destroy();
    }
  }
}

/** smtp-server's set of connections, which its types omit. */
function connectionsOf(
  server: SMTPServer,
): Iterable<{ id: string; _socket: { destroy: () => void } }> {
  return (server as unknown as { connections: Set<never> }).connections;
}

function recipientOf({ to }: ParsedMail): string {
  const [first] = Array.isArray(to) ? to : [to];
  return first?.value[0]?.address ?? '';
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
