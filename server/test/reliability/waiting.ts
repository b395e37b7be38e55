import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two checks, in milliseconds. */
const LOOK_AGAIN_MS = 50;
/** How long to wait for a condition that must come true: it measures no speed, but ends a hanging test. */
export const PATIENCE_MS = 240_000;

/** Polls until the condition is true. @throws with `what` if it never is. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  patience = PATIENCE_MS,
): Promise<void> {
  const giveUpAt = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`timed out: ${what}`);
    await pause(LOOK_AGAIN_MS);
  }
}

/** Does the work for all items, `size` at a time. */
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
 * A continuous load: works on new items, `size` at a time, until `end` is called and there were `atLeast` of them.
 */
export class Crowd<Item> {
  /** All items so far. */
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
    // Prevents an unhandled rejection. `end` throws the error.
    this.ended.catch(() => undefined);
  }

  /** Stops making items, and waits for the current ones. @throws the error of any item's work */
  async end(): Promise<Item[]> {
    this.isWanted = false;
    await this.ended;
    return this.items;
  }
}
