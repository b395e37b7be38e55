import { readFileSync } from 'node:fs';

/** How often a command checks whether npm still runs, in milliseconds. */
const CHECK_EVERY_MS = 500;

/** Parent process id of the shell between npm and its command. `null` if there is no shell, or it can't be read. */
function startOfShell() {
  try {
    const status = readFileSync(`/proc/${String(process.ppid)}/stat`, 'utf8');
    return /^\d+ \((?:sh|ash|bash|dash)\) \S (\d+) /.exec(status)?.[1] ?? null;
  } catch {
    // Not on Linux, or the process has no file descriptor left.
    return null;
  }
}

/**
 * Sends this process a SIGTERM when the npm that started it has ended. npm runs commands in a shell, which dies of a
 * signal without passing it on, or does not notice that npm was killed. The server would keep running unnoticed.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const [parent, shellStart] = [process.ppid, startOfShell()];
  const timer = setInterval(() => {
    const isSame = process.ppid === parent && (startOfShell() ?? shellStart) === shellStart;
    if (isSame) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_EVERY_MS);
  timer.unref();
}
