import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, EmbeddedPostgresError } from './error.js';

/** How often a waiting process looks again, in milliseconds. */
const LOOK_AGAIN_MS = 50;

/**
 * When a process was started (clock ticks since boot), so that a number that is in use again is not taken for the
 * process that had it before. Empty where the system has no /proc; `dead` for a process that is gone or a zombie.
 */
function startMark(pid: number): string {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return 'dead';
  }
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold spaces: count from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'dead' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

/** Content of a lock file: process number, its start mark, and something that no other lock ever had. */
function newTicket(): string {
  return `${String(process.pid)} ${startMark(process.pid)} ${randomUUID()}`;
}

function isHolderAlive(ticket: string): boolean {
  const [pid, mark] = ticket.split(' ');
  const number = Number(pid);
  return Number.isInteger(number) && number > 0 && startMark(number) === mark;
}

/** Makes the file with its content in one step, so that nobody ever reads half a ticket. */
async function tryToTake(path: string, ticket: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, ticket, { mode: 0o600 });
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function ticketIn(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Runs `work` while this process holds the lock file, which tells processes apart and calls in one process as well.
 * A lock whose holder is gone is taken over. Two that find it dead at once must not both remove it (the second would
 * remove the first one's new lock): the removal is itself done under a lock, after another look.
 * @param patienceMs how long to wait for a holder that lives
 */
export async function withFileLock<T>(
  path: string,
  patienceMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const ticket = newTicket();
  const giveUpAt = Date.now() + patienceMs;
  while (!(await tryToTake(path, ticket))) {
    const found = await ticketIn(path);
    if (found === null) continue;
    if (!isHolderAlive(found)) {
      await withFileLock(`${path}.takeover`, patienceMs, async () => {
        if ((await ticketIn(path)) === found) await rm(path, { force: true });
      });
      continue;
    }
    if (Date.now() > giveUpAt) {
      throw new EmbeddedPostgresError(
        `Another process (number ${String(found.split(' ')[0])}) has been holding ${path} for too long. End it and start again.`,
      );
    }
    await pause(LOOK_AGAIN_MS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
