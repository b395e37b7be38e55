// An empty PostgreSQL in the temp folder, for tests.
import { readFileSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../dist/database/embedded/index.js';

/** Folder names contain the id of the process that created them. */
const NAME = /^kidlab-temporary-(\d+)-/;

const silent = () => undefined;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/**
 * The data is disposable, so nothing waits for the disk. Autovacuum is off, because its worker would block dropping a
 * database.
 */
async function makeVolatile(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']) {
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  }
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}

async function start(dataDir) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const { home, cluster } = postgres.place;
  // Vitest exits without a teardown on Ctrl-C.
  const end = () => {
    const [pid] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  };
  process.once('exit', end);
  await makeVolatile(postgres.superuserUrl);
  return {
    url: postgres.url,
    async stop() {
      process.off('exit', end);
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stops and removes what killed processes left behind. */
async function sweep() {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const dataDir = join(tmpdir(), name);
    // Any user may write to the temp folder.
    if ((await lstat(dataDir)).uid !== process.getuid?.()) continue;
    try {
      await (await start(dataDir)).stop();
    } catch {
      // Beyond repair.
      await rm(dataDir, { recursive: true, force: true }).catch(silent);
    }
  }
}

/** @returns its `url`, and `stop`, which removes everything. */
export async function startTemporaryPostgres() {
  await sweep();
  const dataDir = await mkdtemp(join(tmpdir(), `kidlab-temporary-${String(process.pid)}-`));
  // As root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  return start(dataDir);
}
