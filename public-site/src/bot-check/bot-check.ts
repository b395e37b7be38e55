export interface BotCheck {
  /** Starts the work for a token; cheap to call again. */
  readonly prepare: () => void;
  /** A token for one submission. */
  readonly token: () => Promise<string>;
}

/** Longest wait for the check to load, in milliseconds. */
export const LOAD_WAIT = 30_000;
/** Longest wait for a token after that, in milliseconds. A slow phone is no bot. */
export const SOLVE_WAIT = 5 * 60_000;

/** Rejects after `wait` milliseconds. */
export function within<Value>(wait: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The bot check took too long.')), wait);
  });
  return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}
