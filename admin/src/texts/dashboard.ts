import { FIGURES, GENDERS, type WaitingStage } from '@kidlab/contract';

import { plural } from './dates.js';

/** Labels of `WaitingFigure.byWaiting`: `under 1 day`, `1 to 2 days`, …, `14 days or more`. */
function waitingClasses(days: readonly number[]): string[] {
  const others = days.map((from, index) => {
    const next = days[index + 1];
    if (next === undefined) return `${plural(from, 'day')} or more`;
    return `${String(from)} to ${plural(next - 1, 'day')}`;
  });
  return [`under ${plural(days[0] ?? 0, 'day')}`, ...others];
}

/** Texts of the dashboard's figures. In the specification, the dashboard is empty. */
export const FIGURE_TEXTS = {
  failed: 'This figure could not be loaded.',
  nothing: 'Nothing to show yet.',
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed',
  showTable: 'Show table',

  /** The four numbers above the charts. Each links to the rows that it counts. */
  key: {
    invitable: 'children we can invite',
    unconfirmed: 'not confirmed for over 7 days',
    failedMails: 'failed emails',
    newThisWeek: 'new families this week',
  },
  children: {
    heading: 'Children we can invite',
    explained: 'Children of confirmed families that may be contacted, by age in years.',
    columns: ['Age', ...GENDERS, 'Total'],
  },
  waiting: {
    heading: 'Stuck before confirmation',
    explained: 'Families that have not confirmed yet, by stage.',
    columns: [
      'Stage',
      'Median wait',
      'Longest wait',
      ...waitingClasses(FIGURES.waitingDays),
      'Total',
    ],
  },
  registrations: {
    heading: 'Weekly registrations',
    explained:
      'Families that registered themselves, even if erased since, and how many have confirmed. Latest week first.',
    columns: [
      'Week of',
      'Registrations',
      'Erased since',
      'Confirmed',
      'Confirmation rate',
      'Added by staff',
    ],
  },
  referrals: {
    heading: 'How families hear about us',
    explained: 'Families by referral source, and how many of them have confirmed.',
    columns: ['Source', 'Families', 'Confirmed', 'Confirmation rate'],
  },
  languages: {
    heading: 'Languages',
    explained: 'Of children we can invite: spoken at home, and as an additional language.',
    columns: ['Language', 'At home', 'Additional'],
  },
  hands: {
    heading: 'Hands',
    explained: 'Of children we can invite.',
    columns: ['Preference', 'Children'],
  },
} as const;

export const WAITING_STAGE_NAMES: Readonly<Record<WaitingStage, string>> = {
  'mail-queued': 'Email not sent yet',
  'mail-failed': 'Email failed',
  'first-mail-sent': 'First email sent',
  'second-notice-sent': 'Second notice sent',
};

/** A wait in words: `50 minutes`, `7 hours`, `3 days`; empty for none. */
export function waitText(hours: number | null): string {
  if (hours === null) return '';
  if (hours < 1) return plural(Math.round(hours * 60), 'minute');
  if (hours < 48) return plural(Math.round(hours), 'hour');
  return plural(Math.round(hours / 24), 'day');
}

/** A part of a whole as a percentage; empty without a whole. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '' : `${String(Math.round((part / whole) * 100))}%`;
}
