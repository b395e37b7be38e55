import { QueryFailedError } from 'typeorm';

/** Codes of PostgreSQL (classes 08, 53, 57, deadlocks, locks waited for too long) and of sockets that mean: not now, but again later. */
const PASSING_FAULT =
  /^(?:08...|53...|57P..|57014|40001|40P01|55P03|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const PASSING_MESSAGE =
  /Connection terminated|query runner (?:was )?already released|timeout exceeded when trying to connect|Cannot use a pool after calling end|not queryable/i;

/** Whether the fault lies in the connection to the database, and the same call may work in a moment. */
export function isPassingFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && PASSING_FAULT.test(code)) ||
    (typeof message === 'string' && PASSING_MESSAGE.test(message))
  );
}

/** For the log: never parameters or PostgreSQL's detail, which quote values; nor messages, which may, too. */
export function describeFault(fault: unknown): string {
  if (!(fault instanceof Error)) return typeof fault;
  if (fault instanceof QueryFailedError) {
    const { code, constraint, table } = fault.driverError as Record<string, unknown>;
    return `query failed: code ${String(code)}, table ${String(table)}, constraint ${String(constraint)}`;
  }
  if (isPassingFault(fault)) return `${fault.name}: ${fault.message}`;
  const place = /^[ \t]+at .+$/m.exec(fault.stack ?? '')?.[0].trim() ?? '';
  return `${fault.name} ${place}`.trim();
}

/** The stack without its first lines, which repeat the message. */
export function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^[ \t]+at /.test(line))
    .join('\n');
}
