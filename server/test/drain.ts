import type { OutboxWorker } from '../src/email/outbox.worker.js';

const drains = new WeakMap<OutboxWorker, Promise<number>>();

/**
 * Sends all mail that is due. The worker's own loop must not run. Calls run one after another, so each waits for the
 * messages of earlier ones.
 * @returns how many messages were sent
 */
export function drain(worker: OutboxWorker): Promise<number> {
  const earlier = drains.get(worker) ?? Promise.resolve(0);
  const own = earlier.catch(() => 0).then(() => drainNow(worker));
  drains.set(worker, own);
  return own;
}

async function drainNow(worker: OutboxWorker): Promise<number> {
  let sent = 0;
  for (;;) {
    const outcomes = await (await worker.claimDue()).outcomes;
    if (outcomes.length === 0) return sent;
    sent += outcomes.filter((outcome) => outcome === 'sent').length;
  }
}
