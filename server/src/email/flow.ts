import { DISPATCH } from './constants.js';

/**
 * Whether letters leave so fast that they are taken by the hundred: once a few dozen were taken without the queue running
 * dry, in less time than a careful server needs. What a process has taken waits for its lease when the process is killed, so
 * that a few are taken at a time otherwise.
 */
export class Flow {
  private count = 0;
  private since = 0;
  private lastTake = 0;

  /** A look has taken `taken` letters where it would have taken `limit`. */
  note(taken: number, limit: number, now: Date): void {
    const at = now.getTime();
    if (taken < limit || at - this.lastTake > DISPATCH.bulkPatienceMs) {
      this.count = 0;
      this.since = at;
    } else {
      this.count += taken;
    }
    this.lastTake = at;
  }

  /** How many to take at once, `free` being the places that wait for a letter. A process that stood still begins anew. */
  limit(free: number, now: Date): number {
    if (now.getTime() - this.lastTake > DISPATCH.bulkPatienceMs) return free;
    const tookMs = this.lastTake - this.since;
    const isBulk =
      this.count >= DISPATCH.bulkAfter && tookMs <= this.count * DISPATCH.bulkMsPerLetter;
    return isBulk ? DISPATCH.bulk : free;
  }
}
