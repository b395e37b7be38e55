import { readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { type Answer, whoAnswers } from './connection.js';
import { codeOf, EmbeddedPostgresError } from './error.js';
import type { Place } from './place.js';

/** Longest wait for a server that was found running but does not answer yet, in milliseconds. */
const ADOPT_PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 25;

/** What a running (or dead) server wrote into its data folder. */
interface PidFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly pid: number;
  readonly port: number;
}

async function readPidFile(place: Place): Promise<PidFile | null> {
  const path = join(place.cluster, 'postmaster.pid');
  try {
    const lines = (await readFile(path, 'utf8')).split('\n');
    return { path, lines, pid: Number(lines[0]), port: Number(lines[3]) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Asks until the answer is not "not ready"; a server may be starting, replaying its log, or stopping. */
async function whoAnswersInTheEnd(cluster: Cluster, port: number): Promise<Answer> {
  const giveUpAt = Date.now() + ADOPT_PATIENCE_MS;
  for (;;) {
    const answer = await whoAnswers(port, cluster.password, cluster.place.cluster);
    if (answer !== 'not-ready' || Date.now() > giveUpAt) return answer;
    await pause(LOOK_AGAIN_MS);
  }
}

/**
 * Whether the process named in the pid file is a server of this very folder: it stands in it. A container may forbid to
 * look; then its name and what its port answered decide. Where there is no /proc (macOS) the port alone does.
 */
async function isServerOf(pidFile: PidFile, place: Place, answer: Answer): Promise<boolean> {
  const folder = await readlink(`/proc/${String(pidFile.pid)}/cwd`).catch(codeOf);
  if (folder.startsWith('/')) return folder === (await realpath(place.cluster));
  if (process.platform !== 'linux') return answer === 'wrong-password';
  if (folder === 'ENOENT' || answer === 'another') return false;
  const status = await readFile(`/proc/${String(pidFile.pid)}/stat`, 'utf8').catch(() => '');
  return /\(postgres\) [^ZX]/.test(status);
}

/**
 * Puts our own number into a pid file whose process is not a server of this folder (numbers are used again; folders are
 * copied). PostgreSQL refuses to start while the process named there lives, except when it is its own parent, as we
 * are. Its second check, that nothing is attached to the old shared memory, stays in force; deleting the file would
 * switch that off as well.
 */
async function disownPidFile(pidFile: PidFile): Promise<void> {
  await writeFile(pidFile.path, [String(process.pid), ...pidFile.lines.slice(1)].join('\n'));
}

/**
 * Finds the server that already runs on this cluster: after a `kill -9` of ours, or because another process of ours
 * started it. Proved by a connection with our password; a process number proves nothing.
 * @returns its port, or `null` when there is none and one may be started
 */
export async function findRunning(cluster: Cluster): Promise<number | null> {
  const giveUpAt = Date.now() + ADOPT_PATIENCE_MS;
  for (;;) {
    const pidFile = await readPidFile(cluster.place);
    if (pidFile === null) return null;
    const answer =
      pidFile.port > 0 ? await whoAnswersInTheEnd(cluster, pidFile.port) : ('nobody' as const);
    if (answer === 'ours') return pidFile.port;
    if (!(await isServerOf(pidFile, cluster.place, answer))) {
      await disownPidFile(pidFile);
      return null;
    }
    if (answer === 'wrong-password') {
      throw new EmbeddedPostgresError(
        `The embedded database in ${cluster.place.home} does not take the password kept in ${cluster.place.dataDir}. Bring the right one back, or end process ${String(pidFile.pid)} and remove both folders' contents to begin anew.`,
      );
    }
    if (Date.now() > giveUpAt) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${String(pidFile.pid)}) holds ${cluster.place.cluster} but does not answer. End that process and start again.`,
      );
    }
    // It has begun to start and not opened its port yet, or is about to be gone.
    await pause(LOOK_AGAIN_MS);
  }
}
