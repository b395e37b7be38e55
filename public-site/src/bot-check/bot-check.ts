/** One kind of bot check in the browser. */
export interface BotCheck {
  /** Begins the work that a token needs; cheap to call again. */
  readonly prepare: () => void;
  /** A token for one submission. Rejects when the check can't be made. */
  readonly token: () => Promise<string>;
}

/** Longest wait for what a check loads, in milliseconds. */
export const LOAD_WAIT = 30_000;
/** Longest wait for a token once all is loaded, in milliseconds: a slow phone is no bot. */
export const SOLVE_WAIT = 5 * 60_000;

/** Gives up waiting, in milliseconds; what is waited for goes on. */
export function within<Value>(wait: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The bot check took too long.')), wait);
  });
  return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}
