/** Kinds of demo families, and how many of a hundred are of each kind. */
export const SHARES = {
  registered: 74,
  awaiting: 8,
  'expired-link': 5,
  'second-notice': 5,
  draft: 3,
  disabled: 5,
} as const;
export type DemoKind = keyof typeof SHARES;
export const DEMO_KINDS = Object.keys(SHARES) as DemoKind[];

/** What the families depend on. */
export interface DemoWorld {
  readonly seed: number;
  /** The current time of the made-up data. */
  readonly now: Date;
  readonly confirmationWindowHours: number;
  readonly followUpAfterHours: number;
  readonly unconfirmedRetentionDays: number;
}
