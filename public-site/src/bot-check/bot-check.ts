/** One kind of bot check in the browser. */
export interface BotCheck {
  /** Begins the work that a token needs; cheap to call again. */
  readonly prepare: () => void;
  /** A token for one submission. Rejects when the check can't be made. */
  readonly token: () => Promise<string>;
}

/** Longest wait for a token at a submission, in milliseconds. */
export const TOKEN_WAIT = 30_000;
