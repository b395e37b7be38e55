import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  lstat,
  mkdir,
  readFile,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf, EmbeddedPostgresError, OTHER_DATABASE } from './error.js';
import { canUse, ensurePostgresUser, isRoot, type OsUser, run } from './os-user.js';

/** Where the embedded database lives, and whose it is. */
export interface Place {
  /** `DATA_DIR`, resolved. */
  readonly dataDir: string;
  /** Our folder for all of PostgreSQL: cluster, log, remembered port, copied programs. */
  readonly home: string;
  /** PostgreSQL's own data folder, in `home`. */
  readonly cluster: string;
  /** Whom PostgreSQL runs as; `null` for whoever runs this process. */
  readonly user: OsUser | null;
}

/** Folders below which root keeps the database when PostgreSQL's user can't enter `DATA_DIR`; the first that works. */
const ELSEWHERE = ['/var/lib', tmpdir()];
const ELSEWHERE_NAME = 'kidlab-registration';
const NOTE = 'postgres-is-elsewhere.json';

/** What the note in `DATA_DIR` says: it makes a moved checkout find its data, and a copied one not take another's. */
interface Note {
  readonly about: string;
  readonly dataDir: string;
  readonly home: string;
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function readNote(dataDir: string): Promise<Note | null> {
  try {
    const note: unknown = JSON.parse(await readFile(join(dataDir, NOTE), 'utf8'));
    if (typeof note !== 'object' || note === null) return null;
    if (!('dataDir' in note) || typeof note.dataDir !== 'string') return null;
    if (!('home' in note) || typeof note.home !== 'string') return null;
    return { about: '', dataDir: note.dataDir, home: note.home };
  } catch {
    return null;
  }
}

async function writeNote(dataDir: string, home: string): Promise<void> {
  const note: Note = {
    about: `The embedded database of this folder is kept in ${home}, because PostgreSQL does not run as root and its user can't enter this folder.`,
    dataDir,
    home,
  };
  await writeFile(join(dataDir, NOTE), `${JSON.stringify(note, null, 2)}\n`);
}

async function ownerOf(folder: string): Promise<OsUser> {
  const { uid, gid } = await stat(folder);
  return { uid, gid };
}

/** Makes `home` for that user; says whether it can be used. A folder that somebody else put there can't. */
async function prepareHome(home: string, user: OsUser): Promise<boolean> {
  const isNew = !(await exists(home));
  if (isNew) await mkdir(home, { mode: 0o700 });
  const found = await lstat(home);
  if (found.isDirectory() && found.uid === 0) await chown(home, user.uid, user.gid);
  const isOurs = found.isDirectory() && (found.uid === user.uid || found.uid === 0);
  if (isOurs && (await canUse(home, user))) return true;
  if (isNew) await rmdir(home).catch(() => undefined);
  return false;
}

/** The same outside `DATA_DIR`, below a folder that root alone may change (the temp folder is everybody's). */
async function prepareHomeElsewhere(home: string, user: OsUser): Promise<boolean> {
  try {
    const parent = dirname(home);
    if (!(await exists(parent))) {
      await mkdir(parent);
      await chmod(parent, 0o755);
    }
    const { uid, mode } = await lstat(parent);
    return uid === 0 && (mode & 0o022) === 0 && (await prepareHome(home, user));
  } catch {
    return false;
  }
}

/** Where root kept this folder's database on an earlier start, if that was elsewhere. */
async function notedHome(dataDir: string): Promise<string | null> {
  const note = await readNote(dataDir);
  // Root acts on what the note says: it may only name a folder of ours.
  const isOurs = ELSEWHERE.some(
    (folder) => dirname(note?.home ?? '') === join(folder, ELSEWHERE_NAME),
  );
  if (note === null || !isOurs || !(await exists(note.home))) return null;
  if (note.dataDir === dataDir) return note.home;
  // Written for another folder: this one is that folder moved, unless that one is still there and this is a copy.
  const other = await readNote(note.dataDir);
  return other?.home === note.home ? null : note.home;
}

function homesElsewhere(dataDir: string): string[] {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return ELSEWHERE.map((folder) => join(folder, ELSEWHERE_NAME, name));
}

function placeAt(dataDir: string, home: string, user: OsUser | null): Place {
  return { dataDir, home, cluster: join(home, 'cluster'), user };
}

async function rootsPlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  const local = placeAt(dataDir, join(dataDir, 'postgres'), null);
  // A cluster that a normal user made stays that user's: root runs it as them, so that they can start it again.
  const owner = (await exists(local.cluster)) ? await ownerOf(local.cluster) : null;
  const user = owner !== null && owner.uid !== 0 ? owner : await ensurePostgresUser(log);
  if (await prepareHome(local.home, user)) return { ...local, user };

  const noted = await notedHome(dataDir);
  for (const home of [...(noted === null ? [] : [noted]), ...homesElsewhere(dataDir)]) {
    if (!(await prepareHomeElsewhere(home, user))) continue;
    const place = placeAt(dataDir, home, user);
    if (owner !== null && !(await exists(place.cluster))) {
      // The folder was closed to PostgreSQL's user after the database had been made in it.
      await run('mv', [local.cluster, place.cluster]);
    }
    await writeNote(dataDir, home);
    log(`PostgreSQL's user can't enter ${dataDir}: the embedded database is kept in ${home}.`);
    return place;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and its user can enter neither ${dataDir} nor ${ELSEWHERE.join(' nor ')}. Choose another folder with DATA_DIR, ${OTHER_DATABASE}.`,
  );
}

async function ownPlace(dataDir: string): Promise<Place> {
  const place = placeAt(dataDir, join(dataDir, 'postgres'), null);
  const owned = (await exists(place.home)) ? await ownerOf(place.home) : null;
  const me = process.getuid?.();
  if (owned !== null && me !== undefined && owned.uid !== me) {
    throw new EmbeddedPostgresError(
      `The embedded database in ${place.home} belongs to another user (number ${String(owned.uid)}), probably from a start as root. Start as that user or as root, choose another folder with DATA_DIR, ${OTHER_DATABASE}.`,
    );
  }
  await mkdir(place.home, { recursive: true, mode: 0o700 });
  await access(place.home, constants.W_OK | constants.X_OK);
  return place;
}

/**
 * Finds or makes the folder of the embedded database: in `DATA_DIR`, or, for root, elsewhere when PostgreSQL's user
 * can't enter that.
 * @param dataDir an existing folder, resolved
 */
export function findPlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  return isRoot() ? rootsPlace(dataDir, log) : ownPlace(dataDir);
}

/** Hands a file or folder that root made to PostgreSQL's user. */
export async function handOver(path: string, user: OsUser | null): Promise<void> {
  if (user !== null) await chown(path, user.uid, user.gid);
}
