/** A fault of the embedded database that a person can act on: its message is one line, meant to be printed as it is. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** How to do without the embedded database; ends most messages. */
export const OTHER_DATABASE = 'or set DATABASE_URL to a PostgreSQL of your own';

/** What PostgreSQL's programs print, or Node's code, for faults that a person can act on, and what to tell instead. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/file too large|EFBIG/i, 'no file may grow that large here (ulimit -f)'],
  [/no space left on device|check free disk space|quota|ENOSPC/i, 'the disk is full'],
  [/read-only file system|EROFS/i, 'the folder is read-only'],
  [/permission denied|operation not permitted|EACCES|EPERM/i, 'permission was denied'],
  [/ENOTDIR|EEXIST/, 'a file stands where a folder is needed'],
];

function lastLine(output: string): string {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const told = lines.findLast((line) => /\b(?:FATAL|PANIC|error):/i.test(line)) ?? lines.at(-1);
  return (told ?? 'it said nothing').replace(/^.*?\b(?:FATAL|PANIC|error):\s*/i, '').trim();
}

/** One line on why a program of PostgreSQL failed, from all that it printed. */
export function reasonOf(output: string): string {
  return KNOWN.find(([pattern]) => pattern.test(output))?.[1] ?? lastLine(output);
}

/** The `code` of a fault of Node's own or of PostgreSQL (`ENOSPC`, `28P01`); empty when there is none. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

export function asEmbeddedPostgresError(error: unknown, folder: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const { message = String(error) } = (error ?? {}) as { message?: string };
  const reason = reasonOf(`${codeOf(error)} ${message}`);
  return new EmbeddedPostgresError(
    `The embedded database in ${folder} can't be used: ${reason}. Choose another folder with DATA_DIR, ${OTHER_DATABASE}.`,
    { cause: error },
  );
}
