import { INVITATION, PUBLIC_CALLS, PUBLIC_ROUTES } from '@kidlab/contract';

import type { Child } from '../../children/child.entity.js';
import type { Environment } from '../../config/environment.js';
import type { LetterContent } from '../../email/letter-registry.js';
import {
  greetingFor,
  type LetterParts,
  mailedLink,
  renderLetter,
} from '../../email/templates/render-letter.js';
import { answerBy } from '../answers/answer-rules.js';
import type { KnownBooking, Participation } from '../invitation.entity.js';
import type { Slot } from '../slot.entity.js';
import type { Study } from '../study.entity.js';

type Named = Pick<Child, 'firstName'>;

/** How many dates an invitation lists; its page has them all. */
const MOST_DATES = 8;

interface Asked {
  readonly study: Study;
  /** The invited ones. */
  readonly children: readonly Named[];
  readonly slots: readonly Slot[];
  readonly expiresAt: Date;
}

export function invitationWords(
  { children, slots, expiresAt, study }: Asked,
  lab: Environment,
): Words {
  const until = dayAndTime(answerBy(expiresAt, slots), lab);
  return {
    subject: `Invitation: ${study.publicName}`,
    preheader: `Please answer by ${until}.`,
    heading: study.publicName,
    paragraphs: [
      `${namesOf(children)} ${isOrAre(children)} invited to a test session at ${lab.labName}.`,
      ...study.letter.split(/\n+/).filter((line) => line.trim() !== ''),
      ...placeOf(study),
      `Right now, there are seats on ${slots.length === 1 ? 'this date' : 'these dates'}:`,
      ...slots.slice(0, MOST_DATES).map((slot) => whenOf(slot, lab)),
      ...(slots.length > MOST_DATES ? ['More dates are available online.'] : []),
      `Please answer by ${until}. You can choose a session up to ${String(INVITATION.cutOffHours)} hours before it starts. Your answer is not sent until you press “Send” on that page.`,
    ],
    label: 'Choose a date, or say no',
    mayBeStopped: true,
  };
}

export function reminderWords(
  study: Study,
  bookings: readonly [Participation, ...Participation[]],
  lab: Environment,
): Words {
  const [{ slot }] = bookings;
  const day = inLab(slot.startsAt, lab, { weekday: 'long', month: 'long', day: 'numeric' });
  return {
    subject: `Reminder: ${study.publicName} on ${day}`,
    preheader: 'We look forward to seeing you.',
    heading: `See you on ${day}`,
    paragraphs: [
      `We are expecting ${namesOf(bookings.map(({ child }) => child))} on ${whenOf(slot, lab)}.`,
      ...placeOf(study),
      'If you can’t make it, please let us know below, so that another family can come.',
    ],
    label: SEE_OR_CHANGE,
  };
}

/** The button's label while the family has a seat or a place on a waiting list. */
export const SEE_OR_CHANGE = 'See or change your answer';

/** What is specific to a letter. Greeting, links and the rest are the same in all letters. */
export interface Words
  extends
    Pick<LetterParts, 'subject' | 'preheader' | 'heading' | 'paragraphs'>,
    Pick<LetterContent, 'calendars'> {
  /** Label of the button to the answer page; `null` if there is nothing left to answer. */
  readonly label: string | null;
  /** Adds headers for the "Unsubscribe" button of mail programs. */
  readonly mayBeStopped?: boolean;
}

/** @param firstName of the guardian. @param token of the invitation's link */
export function letterOf(
  { label, calendars, mayBeStopped = false, ...words }: Words,
  firstName: string,
  token: string,
  lab: Environment,
): LetterContent {
  const link = (to: string): URL => mailedLink(lab, to, token);
  const letter = renderLetter({
    ...words,
    brand: lab,
    greeting: greetingFor(firstName),
    ...(label !== null && { action: { label, link: link(PUBLIC_ROUTES.invitation) } }),
    aside: {
      text: `You are receiving this email because your family is registered with ${lab.labName}.`,
      label: 'Pause or stop invitations',
      link: link(PUBLIC_ROUTES.mailPreferences),
    },
  });
  const headers = {
    'List-Unsubscribe': `<${link(PUBLIC_CALLS.unsubscribe).href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { ...letter, ...(calendars && { calendars }), ...(mayBeStopped && { headers }) };
}

export function placeOf({ place }: Study): string[] {
  return place === '' ? [] : [`Where: ${place}`];
}

/** `Maya and Noah` */
export function namesOf(children: readonly Named[]): string {
  return new Intl.ListFormat('en-US').format(children.map(({ firstName }) => firstName));
}

export function isOrAre(children: readonly Named[]): 'is' | 'are' {
  return children.length === 1 ? 'is' : 'are';
}

/** `Saturday, March 13, 2027, 9:30 AM to 10:15 AM` */
export function whenOf({ startsAt, endsAt }: Slot | KnownBooking, lab: Environment): string {
  return `${dayAndTime(startsAt, lab)} to ${inLab(endsAt, lab, { timeStyle: 'short' })}`;
}

function dayAndTime(at: Date | string, lab: Environment): string {
  return `${inLab(at, lab, { dateStyle: 'full' })}, ${inLab(at, lab, { timeStyle: 'short' })}`;
}

/** With a no-break space before AM and PM: Intl uses a narrow one, which not every font has. */
function inLab(at: Date | string, { labTimeZone }: Environment, style: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat('en-US', { ...style, timeZone: labTimeZone });
  return format.format(new Date(at)).replace(/\s(?=[AP]M)/, '\u00a0');
}
