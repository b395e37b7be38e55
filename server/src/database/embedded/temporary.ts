import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './error.js';
import { startEmbeddedPostgres } from './index.js';

/** Names of the folders: they hold the number of the process that made them. */
const NAME = /^kidlab-temporary-(\d+)-/;

const silent = (): void => undefined;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** A database without a trace after `stop`. */
export interface TemporaryPostgres {
  readonly url: string;
  readonly home: string;
  stop(): Promise<void>;
}

async function start(dataDir: string): Promise<TemporaryPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, isVolatile: true });
  const { home } = postgres.place;
  return {
    url: postgres.url,
    home,
    async stop() {
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Ends and removes what processes left that were killed. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const dataDir = join(tmpdir(), name);
    // Everybody may write into the temp folder.
    if ((await lstat(dataDir)).uid !== process.getuid?.()) continue;
    try {
      await (await start(dataDir)).stop();
    } catch {
      // Beyond repair.
      await rm(dataDir, { recursive: true, force: true }).catch(silent);
    }
  }
}

/**
 * Starts an empty PostgreSQL of its own in the temp folder, for tests: fast, and gone without a trace after `stop`.
 * What an earlier process could not stop because it was killed is cleaned up first.
 */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  await sweep();
  const dataDir = await mkdtemp(join(tmpdir(), `kidlab-temporary-${String(process.pid)}-`));
  // Root's PostgreSQL runs as another user, who has to get in.
  await chmod(dataDir, 0o755);
  return start(dataDir);
}
