import { spawn } from 'node:child_process';
import { EmbeddedPostgresError, OTHER_DATABASE } from './error.js';

/** A user of the operating system that a program is run as. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

/** What became of a program. */
export interface Outcome {
  readonly ok: boolean;
  /** All that it printed, or why it could not be started. */
  readonly output: string;
}

const ON_WINDOWS = process.platform === 'win32';
const POSTGRES_USER = 'postgres';

/** Whether this process is root; PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Options under which PostgreSQL's programs run. Their environment is empty but for what they need: neither our secrets
 * nor somebody's PGPORT belong there. Their folder is `/` because the one we are in may be closed to their user.
 */
export function spawnOptions(user: OsUser | null): {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
} {
  if (ON_WINDOWS) return {};
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  return { env, cwd: '/', ...(user ?? {}) };
}

/**
 * Runs a program to its end. Never rejects: a program that can't be started is an outcome, too.
 * @param user whom to run it as; `null` for whoever runs this process
 */
export function run(
  program: string,
  args: readonly string[],
  user: OsUser | null = null,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      ...spawnOptions(user),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', (error) => {
      resolve({ ok: false, output: error.message });
    });
    child.on('close', (code) => {
      resolve({ ok: code === 0, output });
    });
  });
}

async function findUser(name: string): Promise<OsUser | null> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  if (!uid.ok || !gid.ok) return null;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** How users are made: by shadow's programs (most of Linux), or by BusyBox's (Alpine). */
const WAYS_TO_ADD_A_USER: readonly (readonly (readonly string[])[])[] = [
  [['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false']],
  [
    ['addgroup', '-S'],
    ['adduser', '-S', '-D', '-H', '-s', '/bin/false', '-G', POSTGRES_USER],
  ],
];

/** The user that PostgreSQL runs as when we are root; made when it is missing. */
export async function ensurePostgresUser(log: (line: string) => void): Promise<OsUser> {
  const existing = await findUser(POSTGRES_USER);
  if (existing !== null) return existing;
  for (const commands of WAYS_TO_ADD_A_USER) {
    for (const [program = '', ...args] of commands) await run(program, [...args, POSTGRES_USER]);
    const made = await findUser(POSTGRES_USER);
    if (made === null) continue;
    log(`Made the user ${POSTGRES_USER}, because PostgreSQL does not run as root.`);
    return made;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and the user ${POSTGRES_USER} can't be made here. Add that user, start as another one, ${OTHER_DATABASE}.`,
  );
}

/** Whether that user can reach a folder and write into it: tried, because modes alone don't tell (parents, mounts, ACLs). */
export async function canUse(folder: string, user: OsUser): Promise<boolean> {
  const outcome = await run('sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], user);
  return outcome.ok;
}
