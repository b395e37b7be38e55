import { QueryFailedError } from 'typeorm';

/**
 * Codes of PostgreSQL (classes 08, 53, 57, deadlocks, lock timeouts, a standby that is not yet promoted) and of
 * sockets after which a retry may succeed.
 */
const TRANSIENT_CODE =
  /^(?:08...|53...|57P..|57014|40001|40P01|55P03|25P03|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const TRANSIENT_MESSAGE =
  /Connection terminated|query runner (?:was )?already released|timeout exceeded when trying to connect|Cannot use a pool after calling end|not queryable/i;

/** Whether the database was unavailable, so the same call may work in a moment. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && TRANSIENT_CODE.test(code)) ||
    (typeof message === 'string' && TRANSIENT_MESSAGE.test(message))
  );
}

/** An error for the log, without parameters, details and messages: they may quote values. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if (error instanceof QueryFailedError) {
    const { code, constraint, table } = error.driverError as Record<string, unknown>;
    return `query failed: code ${String(code)}, table ${String(table)}, constraint ${String(constraint)}`;
  }
  if (isTransientError(error)) return `${error.name}: ${error.message}`;
  const place = /^[ \t]+at .+$/m.exec(error.stack ?? '')?.[0].trim() ?? '';
  return `${error.name} ${place}`.trim();
}

/** The stack without its first lines, which repeat the message. */
export function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^[ \t]+at /.test(line))
    .join('\n');
}
