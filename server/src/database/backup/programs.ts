import { execFile } from 'node:child_process';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Client } from 'pg';

import { BackupFault } from './fault.js';

const run = promisify(execFile);

/** Where packages of PostgreSQL put their programs, one version beside the other; PATH has one of them at most. */
const USUAL_PLACES: readonly { readonly parent: string; readonly child: RegExp }[] = [
  { parent: '/usr/lib/postgresql', child: /^\d+$/ },
  { parent: '/usr', child: /^pgsql-\d+$/ },
  { parent: '/opt/homebrew/opt', child: /^(?:libpq|postgresql@\d+)$/ },
  { parent: '/usr/local/opt', child: /^(?:libpq|postgresql@\d+)$/ },
  { parent: '/Library/PostgreSQL', child: /^\d+$/ },
  { parent: 'C:/Program Files/PostgreSQL', child: /^\d+$/ },
];
const NAMES = ['pg_dump', 'pg_restore', 'psql'] as const;

/** Where PostgreSQL's programs are looked for. */
export interface ProgramPlaces {
  /** The folder that `PG_BIN` names: then there and nowhere else. */
  readonly named: string | null;
  /** The folders of PATH. */
  readonly path: readonly string[];
}

/** pg_dump, pg_restore and psql of one version, in one folder. */
export interface Programs {
  readonly folder: string;
  /** As they name themselves, for instance `18.1`. */
  readonly version: string;
  readonly major: number;
}

/** Path of one of the programs. */
export const programOf = ({ folder }: Programs, name: (typeof NAMES)[number]): string =>
  join(folder, name);

/** Those that are there and run. */
async function findAll({ named, path }: ProgramPlaces): Promise<Programs[]> {
  const folders = named === null ? [...(await usualFolders()), ...path] : [named];
  // `/bin` is often another name of `/usr/bin`.
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  const found = await Promise.all([...new Set(real)].map((folder) => tryOut(folder)));
  return found.filter((programs) => programs !== null);
}

async function usualFolders(): Promise<string[]> {
  const found = await Promise.all(
    USUAL_PLACES.map(async ({ parent, child }) => {
      const names = await readdir(parent).catch(() => []);
      return names.filter((name) => child.test(name)).map((name) => join(parent, name, 'bin'));
    }),
  );
  return found.flat();
}

async function tryOut(folder: string): Promise<Programs | null> {
  const versions: string[] = [];
  for (const name of NAMES) {
    try {
      const { stdout } = await run(join(folder, name), ['--version']);
      versions.push(/\d+(?:\.\d+)?/.exec(stdout)?.[0] ?? '');
    } catch {
      return null;
    }
  }
  const [version = ''] = versions;
  const isOne = version !== '' && versions.every((other) => other === version);
  return isOne ? { folder, version, major: Number.parseInt(version, 10) } : null;
}

/** What was looked for in vain, and what to do about it: for a person. */
export class NoPrograms extends BackupFault {}

/**
 * Programs that suit a server: pg_dump reads servers of its own version and older ones. Of its own major version where
 * there is one: what a newer pg_restore says is not always understood by an older server.
 * @throws NoPrograms
 */
export async function findPrograms(places: ProgramPlaces, major: number): Promise<Programs> {
  const all = await findAll(places);
  const [best] = all
    .filter((programs) => programs.major >= major)
    .sort((one, other) => one.major - other.major);
  if (best !== undefined) return best;
  const wanted = `pg_dump, pg_restore and psql of PostgreSQL ${String(major)} or newer`;
  if (places.named !== null) {
    throw new NoPrograms(
      `PG_BIN must name a folder with ${wanted}, for example PG_BIN=/usr/lib/postgresql/${String(major)}/bin.`,
    );
  }
  const others = all.map(({ version, folder }) => `${version} in ${folder}`).join(', ');
  throw new NoPrograms(
    `There are no ${wanted} here (found: ${others === '' ? 'none' : others}). Install them (the package postgresql-client-${String(major)}), or name their folder by PG_BIN.`,
  );
}

/** The server's version, in words and as a number. */
export async function serverVersion(client: Client): Promise<{ version: string; major: number }> {
  const { rows } = await client.query<{ version: string; number: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number`,
  );
  return {
    version: rows[0]?.version ?? '',
    major: Math.floor(Number(rows[0]?.number ?? '0') / 10_000),
  };
}

/** Parameters of a connection string that only node-postgres knows. */
const NOT_OF_LIBPQ = ['uselibpqcompat'];

/**
 * What makes PostgreSQL's programs connect to `url`. The password goes by the environment: everybody on the machine may
 * read the arguments of a program.
 */
export function connectionOf(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  for (const name of NOT_OF_LIBPQ) address.searchParams.delete(name);
  // node-postgres' word for what libpq calls so.
  if (address.searchParams.get('sslmode') === 'no-verify') {
    address.searchParams.set('sslmode', 'require');
  }
  return {
    address: address.href,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LC_ALL: 'C',
      PGAPPNAME: 'kidlab-backup',
      PGCONNECT_TIMEOUT: '10',
      ...(password === '' ? {} : { PGPASSWORD: password }),
    },
  };
}
