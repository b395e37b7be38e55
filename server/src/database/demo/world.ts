export const HOUR = 3_600_000;

/** What a demo family may be, and how often each kind comes, in hundredths. */
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

/** What the families are made from besides chance. */
export interface DemoWorld {
  readonly seed: number;
  /** The moment that "now" means in them. */
  readonly now: Date;
  readonly confirmationWindowHours: number;
  readonly followUpAfterHours: number;
  readonly unconfirmedRetentionDays: number;
  readonly cityOf: (zipCode: string) => string;
}

export type Row = Readonly<Record<string, string | number | object | null>>;

/** When what happened to a family; `null`: it did not. */
export interface History {
  readonly created: Date;
  readonly accepted: Date | null;
  readonly registered: Date | null;
  readonly secondNotice: Date | null;
}

export const before = (moment: Date, ms: number): Date =>
  new Date(moment.getTime() - Math.round(ms));
export const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;
