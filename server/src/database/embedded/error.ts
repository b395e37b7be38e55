/** A fault of the embedded database that a person can act on: its message is one line, meant to be printed as it is. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** How to do without the embedded database; ends most messages. */
export const OTHER_DATABASE = 'or set DATABASE_URL to a PostgreSQL of your own';

/** What PostgreSQL's programs print for faults that a person can act on, and what to tell instead. */
const KNOWN_OUTPUT: readonly (readonly [RegExp, string])[] = [
  // Before shared memory, which is a file as well.
  [/file too large/i, 'no file may grow that large here (ulimit -f)'],
  [
    /could not (?:create|resize) shared memory|could not create semaphores/i,
    'the system gives PostgreSQL too little shared memory',
  ],
  [/no space left on device|check free disk space|disk quota exceeded/i, 'the disk is full'],
  [/read-only file system/i, 'the folder is read-only'],
  [/permission denied|operation not permitted/i, 'permission was denied'],
  [
    /database files are incompatible with server|initialized by postgresql version/i,
    'the folder was made by another major version of PostgreSQL',
  ],
  [
    /error while loading shared libraries|version `[^']*' not found|library not loaded/i,
    'its programs do not run on this system (a library is missing or too old)',
  ],
];

const KNOWN_CODES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EROFS: 'the folder is read-only',
  ENOTDIR: 'a file stands where a folder is needed',
  EEXIST: 'a file stands where a folder is needed',
  // What Node says when a folder can't be made on a read-only disk.
  ENOENT: 'the folder could not be made',
};

function lastLine(output: string): string {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const told = lines.findLast((line) => /\b(?:FATAL|PANIC|error):/i.test(line)) ?? lines.at(-1);
  return (told ?? 'it said nothing').replace(/^.*?\b(?:FATAL|PANIC|error):\s*/i, '').trim();
}

/** One line on why a program of PostgreSQL failed, from all that it printed. */
export function reasonOf(output: string): string {
  const known = KNOWN_OUTPUT.find(([pattern]) => pattern.test(output));
  return known === undefined ? lastLine(output) : known[1];
}

/** A text of a fault, by its name. By shape and not by class: faults of another realm (jest's) are no `Error` here. */
function textOf(error: unknown, name: 'code' | 'message'): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const text: unknown = Reflect.get(error, name);
  return typeof text === 'string' ? text : null;
}

/** The `code` of a fault of Node's own or of PostgreSQL (`ENOSPC`, `28P01`); empty when there is none. */
export function codeOf(error: unknown): string {
  return textOf(error, 'code') ?? '';
}

/** Any fault as one line that names the folder. */
export function asEmbeddedPostgresError(error: unknown, folder: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const text = textOf(error, 'message') ?? String(error);
  const reason = KNOWN_CODES[codeOf(error)] ?? reasonOf(text);
  return new EmbeddedPostgresError(
    `The embedded database in ${folder} can't be used: ${reason}. Choose another folder with DATA_DIR, ${OTHER_DATABASE}.`,
    { cause: error },
  );
}
