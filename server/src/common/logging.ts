import { AsyncLocalStorage } from 'node:async_hooks';

import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';

const storage = new AsyncLocalStorage<{ readonly requestId: string }>();

/** Runs `work`, and all that follows from it, as part of a request. */
export function withRequest(request: { readonly requestId: string }, work: () => void): void {
  storage.run(request, work);
}

/** Fields that never reach the log, wherever they stand. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'email',
  'guid',
  'password',
  'phone',
  'token',
] as const;

/**
 * What looks like an e-mail address, or a token in a query. No line of ours holds one: this is the net below the
 * words of libraries. Neither pattern takes a quote or a backslash, so that a line stays JSON.
 */
const ADDRESS = /[^\s"'\\@<>:=/]{1,64}@[^\s"'\\@<>,;:?/]{1,255}/g;
const TOKEN = /\b(guid|token|email)=[^\s"'\\&]+/gi;

export function redact(line: string): string {
  return line.replace(TOKEN, '$1=[redacted]').replace(ADDRESS, '[address]');
}

/** The log of a process: one JSON object a line. Lines written while a request is answered carry its id. */
export function makeLog(destination?: DestinationStream): Logger {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A copy: pino writes the fields of a line into what it is given.
    mixin: () => ({ ...storage.getStore() }),
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
      censor: '[redacted]',
    },
    hooks: { streamWrite: redact },
  };
  return pino(options, destination ?? standardOutput());
}

/** How long a line may wait to be written together with others, in milliseconds, and for how many bytes of them. */
const TOGETHER = { periodicFlush: 50, minLength: 4_096 };

/** Writes at once what a moment has brought: a line on its own costs each request a call of the system. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, ...TOGETHER });
  process.on('exit', () => output.flushSync());
  return output;
}

/** What Nest says of its own wiring at each start: a hundred lines that tell an operator nothing. */
const WIRING = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

export class NestLog extends ConsoleLogger {
  constructor(private readonly logger: Logger) {
    super();
  }

  protected override printMessages(
    messages: unknown[],
    context?: string,
    level: LogLevel = 'log',
    _stream?: 'stdout' | 'stderr',
    stack?: unknown,
  ): void {
    // The caller tells in words why a start failed.
    const isQuiet = level === 'error' ? context === 'NestApplication' : WIRING.has(context ?? '');
    const write = isQuiet ? 'debug' : LEVELS[level];
    for (const message of messages) {
      const text = message instanceof Error ? message.name : String(message);
      this.logger[write]({ context, ...(stack === undefined ? {} : { stack }) }, text);
    }
  }

  protected override printStackTrace(): void {
    // It stands in the line.
  }
}

const LEVELS = {
  verbose: 'trace',
  debug: 'debug',
  log: 'info',
  warn: 'warn',
  error: 'error',
  fatal: 'fatal',
} as const satisfies Record<LogLevel, string>;
