export interface BotCheck {
  /** Starts the work for a token; cheap to call again. */
  readonly prepare: () => void;
  /** A token for one submission. */
  readonly token: () => Promise<string>;
}

/** Longest wait for a token once the check has loaded, in milliseconds. Slow phones need minutes. */
export const SOLVE_WAIT = 5 * 60_000;
