import { readFileSync } from 'node:fs';

/** How often a command checks whether npm still runs, in milliseconds. */
const CHECK_EVERY_MS = 500;

/** The process that started us. Some shells stay between npm and its command: then also what started the shell. */
function starters() {
  const parent = String(process.ppid);
  try {
    const status = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const [, ofShell = ''] = /^\d+ \((?:sh|ash|bash|dash)\) \S (\d+) /.exec(status) ?? [];
    return `${parent} ${ofShell}`;
  } catch {
    // Not on Linux, or it has just ended.
    return parent;
  }
}

/**
 * Sends this process a SIGTERM when the npm that started it has ended. npm runs commands in a shell, which dies of a
 * signal without passing it on, or does not notice that npm was killed. The server would keep running unnoticed.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = starters();
  const timer = setInterval(() => {
    if (starters() === before) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_EVERY_MS);
  timer.unref();
}
