import { execFile, type ExecFileException } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { EmbeddedPostgresError, OTHER_DATABASE } from './error.js';

export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

/** Where the embedded database is, and who owns it. */
export interface Place {
  readonly dataDir: string;
  /** Our folder for all of PostgreSQL: cluster, log, copied programs. */
  readonly home: string;
  /** PostgreSQL's own data folder, in `home`. */
  readonly cluster: string;
  /** The user that PostgreSQL runs as; `null` for the user of this process. */
  readonly user: OsUser | null;
}

const POSTGRES_USER = 'postgres';
/**
 * Where root keeps the database if PostgreSQL's user can't enter `DATA_DIR` (as in root's home), and any copied
 * programs of PostgreSQL.
 */
export const ELSEWHERE = '/var/lib/kidlab-registration';
/** File in `DATA_DIR` that names that folder. */
const NOTE = 'postgres-is-elsewhere.json';

const execute = promisify(execFile);

/** The environment of PostgreSQL's programs: without our secrets, and without the caller's PGPORT. */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/**
 * Runs a program and waits for its end. Never rejects.
 * @param folder working directory. Default `/`, because the program's user may not be able to enter ours
 * @returns what it printed, or why it could not be started
 */
export async function run(
  program: string,
  args: readonly string[],
  user: OsUser | null = null,
  folder = '/',
): Promise<{ readonly ok: boolean; readonly output: string }> {
  const options = process.platform === 'win32' ? {} : { env: ENVIRONMENT, ...user };
  try {
    const { stdout, stderr } = await execute(program, args, {
      ...options,
      cwd: folder,
      windowsHide: true,
    });
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as ExecFileException;
    return { ok: false, output: `${stdout}${stderr}` || message };
  }
}

export async function chownTo(user: OsUser | null, path: string): Promise<void> {
  if (user !== null) await chown(path, user.uid, user.gid);
}

async function ownerOf(path: string): Promise<OsUser | null> {
  const found = await stat(path).catch(() => null);
  return found === null ? null : { uid: found.uid, gid: found.gid };
}

async function findPostgresUser(): Promise<OsUser | null> {
  const { ok, output } = await run('sh', [
    '-c',
    `id -u ${POSTGRES_USER} && id -g ${POSTGRES_USER}`,
  ]);
  const [uid = 0, gid = 0] = output.split('\n').map(Number);
  return ok ? { uid, gid } : null;
}

/** The user that PostgreSQL runs as when we are root; created when missing. */
export async function ensurePostgresUser(log: (line: string) => void): Promise<OsUser> {
  const existing = await findPostgresUser();
  if (existing !== null) return existing;
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false'];
  await run('useradd', [...options, POSTGRES_USER]);
  const made = await findPostgresUser();
  if (made === null) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and the user ${POSTGRES_USER} can't be made here. Add that user, start as another one, ${OTHER_DATABASE}.`,
    );
  }
  log(`Made the user ${POSTGRES_USER}, because PostgreSQL does not run as root.`);
  return made;
}

/**
 * Creates `home` for that user.
 * @returns whether the user can enter it and write (found by trying: file modes don't tell everything)
 */
async function prepareHome(home: string, user: OsUser): Promise<boolean> {
  await mkdir(home, { mode: 0o700, recursive: true });
  // Never follow a link that another user put there.
  const found = await lstat(home);
  if (!found.isDirectory() || (found.uid !== 0 && found.uid !== user.uid)) return false;
  await chownTo(user, home);
  return (await run('sh', ['-c', 'cd "$1" && test -w .', 'sh', home], user)).ok;
}

/** Root's folder for this `DATA_DIR`: the one in the note, so that a moved checkout finds its data, or a new one. */
async function homeElsewhere(dataDir: string): Promise<string> {
  const text = await readFile(join(dataDir, NOTE), 'utf8').catch(() => '{}');
  const { home = '' } = JSON.parse(text) as { home?: string };
  // Other users may be able to write the note, so it may only name a folder of ours.
  if (dirname(home) === ELSEWHERE) return home;
  return join(ELSEWHERE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

async function rootsPlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  const local = join(dataDir, 'postgres');
  // A cluster of a normal user keeps its owner: root runs it as that user, who can then start it again.
  const owner = await ownerOf(join(local, 'cluster'));
  const user = owner !== null && owner.uid !== 0 ? owner : await ensurePostgresUser(log);
  if (await prepareHome(local, user)) return placeAt(dataDir, local, user);
  const home = await homeElsewhere(dataDir);
  await mkdir(ELSEWHERE, { recursive: true, mode: 0o755 });
  if (owner !== null || !(await prepareHome(home, user))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and its user can't enter ${owner === null ? home : local}. Choose another folder with DATA_DIR, ${OTHER_DATABASE}.`,
    );
  }
  const about = `The embedded database is kept in ${home}: PostgreSQL does not run as root, and its user can't enter this folder.`;
  await writeFile(join(dataDir, NOTE), `${JSON.stringify({ about, dataDir, home }, null, 2)}\n`);
  log(`PostgreSQL's user can't enter ${dataDir}: the embedded database is kept in ${home}.`);
  return placeAt(dataDir, home, user);
}

function placeAt(dataDir: string, home: string, user: OsUser | null): Place {
  return { dataDir, home, cluster: join(home, 'cluster'), user };
}

/** `DATA_DIR`, or for root another folder if PostgreSQL's user can't enter it. @param dataDir exists, resolved */
export async function findPlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  const me = process.getuid?.();
  if (me === 0) return rootsPlace(dataDir, log);
  const home = join(dataDir, 'postgres');
  const owner = await ownerOf(home);
  if (owner !== null && me !== undefined && owner.uid !== me) {
    throw new EmbeddedPostgresError(
      `The embedded database in ${home} belongs to another user (number ${String(owner.uid)}), probably from a start as root. Start as that user or as root, choose another folder with DATA_DIR, ${OTHER_DATABASE}.`,
    );
  }
  await mkdir(home, { recursive: true, mode: 0o700 });
  return placeAt(dataDir, home, null);
}
