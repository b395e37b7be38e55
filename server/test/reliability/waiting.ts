import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two looks, in milliseconds. */
const LOOK_AGAIN_MS = 50;
/** So long a condition is waited for that must come true: no measure of speed, but an end for what hangs. */
export const PATIENCE_MS = 240_000;

/** Looks again and again until the condition holds. @throws with `what` when it never does. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  patience = PATIENCE_MS,
): Promise<void> {
  const giveUpAt = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`in vain: ${what}`);
    await pause(LOOK_AGAIN_MS);
  }
}

/** Does the work for all items, so many at a time. */
export async function inCrowd<Item, Result>(
  size: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items];
  await Promise.all(
    Array.from({ length: size }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
        results.push(await work(item));
      }
    }),
  );
  return results;
}

/**
 * A load that lasts: one item after the other, so many at a time, for `atLeast` of them and then for as long as it is
 * wanted.
 */
export class Crowd<Item> {
  /** All that have come so far. */
  readonly items: Item[] = [];
  private readonly ended: Promise<unknown>;
  private isWanted = true;

  constructor(
    size: number,
    atLeast: number,
    make: () => Item,
    work: (item: Item) => Promise<unknown>,
  ) {
    this.ended = Promise.all(
      Array.from({ length: size }, async () => {
        while (this.isWanted || this.items.length < atLeast) {
          const item = make();
          this.items.push(item);
          await work(item);
        }
      }),
    );
    // `end` throws it.
    this.ended.catch(() => undefined);
  }

  /** Lets no more come, and waits for those that have. @throws what the work for one of them threw */
  async end(): Promise<Item[]> {
    this.isWanted = false;
    await this.ended;
    return this.items;
  }
}
