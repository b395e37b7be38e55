/** How often a command checks whether npm still runs, in milliseconds. */
const CHECK_EVERY_MS = 500;

/**
 * Sends this process a SIGTERM when the npm that started it has ended. npm runs commands in a shell, which dies of a
 * signal without passing it on, so the server would keep running unnoticed.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_EVERY_MS);
  timer.unref();
}
