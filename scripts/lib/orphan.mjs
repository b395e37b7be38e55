/** How often a command looks whether npm is still there, in milliseconds. */
const LOOK_EVERY_MS = 500;

/**
 * Ends this process like SIGTERM would when the npm that started it is gone: npm runs commands through a shell, which
 * dies of a signal without passing it on, and the server would stay behind unseen.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
}
