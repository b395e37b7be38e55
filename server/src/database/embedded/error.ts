/** An error of the embedded database that the operator can fix. The message is one line and is printed as it is. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The end of most messages. */
export const OTHER_DATABASE = 'or set DATABASE_URL to a PostgreSQL of your own';

/** Plain-language reasons for what PostgreSQL's programs print, or for Node's error codes. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/file too large|EFBIG/i, 'no file may grow that large here (ulimit -f)'],
  [/no space left on device|check free disk space|quota|ENOSPC/i, 'the disk is full'],
  [/read-only file system|EROFS/i, 'the folder is read-only'],
  [/permission denied|operation not permitted|EACCES|EPERM/i, 'permission was denied'],
  [/ENOTDIR|EEXIST/, 'there is a file where a folder is needed'],
];

function lastLine(output: string): string {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const fatal = lines.findLast((line) => /\b(?:FATAL|PANIC|error):/i.test(line)) ?? lines.at(-1);
  return (fatal ?? 'no message').replace(/^.*?\b(?:FATAL|PANIC|error):\s*/i, '').trim();
}

/** Why a program of PostgreSQL failed, in one line, from its whole output. */
export function reasonOf(output: string): string {
  return KNOWN.find(([pattern]) => pattern.test(output))?.[1] ?? lastLine(output);
}

/** The `code` of an error of Node or PostgreSQL (`ENOSPC`, `28P01`), or an empty string. */
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
