import type { Funnel, FunnelStep } from '@kidlab/contract';

import { countOf, plural } from './invitations.js';

/** Words of a study's pages on who can be invited, the letters, and the answers. */

export const FUNNEL_STEP_TEXTS: Readonly<Record<FunnelStep, string>> = {
  registered: 'children registered',
  'right-age': 'the right age on a session’s date',
  fits: 'also fit',
  contactable: 'may be contacted',
  rested: 'not resting',
  'can-be-invited': 'can be invited',
};

export const FUNNEL_TEXTS = { heading: 'Who can be invited', invite: 'Invite' } as const;

/** `52 only possibly` */
export function possibleText(children: number): string {
  return `${countOf(children)} only possibly`;
}

export const CANDIDATE_LABELS = {
  firstName: 'Child',
  familyName: 'Family',
  ageText: 'Age on the Day',
  lastInvitedAt: 'Last Invited',
  verdict: 'Invite?',
} as const;

export const INVITE_TEXTS = {
  heading: 'Invite to a Study',
  toStudy: 'Back to the study',
  send: 'Send Invitations',
  invite: 'Invite',
  families: 'Families to invite',
  familiesHint: 'From the top of the list below.',
  wrongNumber: 'Please enter a number from 1 to 1,000.',
  question: 'The letters leave at once and can’t be called back.',
  letter: 'What parents read',
  dates: 'Dates with free seats',
  noDates: 'none',
  children: 'Children',
  shown: 'Show',
  never: 'never',
} as const;

/** Which children the list shows, and whether `possible` ones are invited too. */
export const SHOWN_TEXTS = {
  certain: 'Certainly the right age',
  possible: 'Certainly or possibly the right age',
  not: 'May not be invited',
} as const;

/** `6 seats are free. 83 children can be invited, 12 only possibly.` */
export function freeSeatsText({ steps, freeSeats }: Funnel): string {
  const { children = 0, possible = 0 } = steps.at(-1) ?? {};
  const seats = `${plural(freeSeats, 'seat is', 'seats are')} free.`;
  const more = possible === 0 ? '' : `, ${possibleText(possible)}`;
  return `${seats} ${plural(children, 'child', 'children')} can be invited${more}.`;
}

export function queuedText(queued: number): string {
  if (queued === 0) return 'No invitation was sent.';
  return `${plural(queued, 'invitation is on its', 'invitations are on their')} way.`;
}
