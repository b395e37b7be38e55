import { cutOffOf, INVITATION, PUBLIC_CALLS, PUBLIC_ROUTES } from '@kidlab/contract';

import type { Child } from '../../children/child.entity.js';
import type { Environment } from '../../config/environment.js';
import type { LetterContent } from '../../email/letters.service.js';
import {
  greetingFor,
  type LetterParts,
  mailedLink,
  renderLetter,
} from '../../email/templates/render-letter.js';
import { hasSeat } from '../answers/answer-rules.js';
import type { Participation } from '../invitation.entity.js';
import type { Slot } from '../slot.entity.js';
import type { Study } from '../study.entity.js';

interface Told {
  /** Of the guardian. */
  readonly firstName: string;
  readonly study: Study;
  readonly token: string;
}

type Named = Pick<Child, 'firstName'>;

/** How many dates an invitation lists; its page has them all. */
const MOST_DATES = 8;

export function renderInvitation(
  lab: Environment,
  {
    children,
    slots,
    expiresAt,
    ...told
  }: Told & {
    /** The invited ones. */
    children: readonly Named[];
    slots: readonly Slot[];
    expiresAt: Date;
  },
): LetterContent {
  const { study, token } = told;
  // After the cut-off of the last date, none can be chosen.
  const last = slots.at(-1);
  const cutOff = last === undefined ? expiresAt : cutOffOf(last.startsAt);
  const until = dayAndTime(cutOff < expiresAt ? cutOff : expiresAt, lab);
  const letter = render(lab, told, {
    subject: `Invitation: ${study.publicName}`,
    preheader: `Please answer by ${until}.`,
    heading: study.publicName,
    paragraphs: [
      `${namesOf(children)} ${isOrAre(children)} invited to a test session at ${lab.labName}.`,
      ...study.letter.split(/\n+/).filter((line) => line.trim() !== ''),
      ...placeOf(study),
      'These dates have free seats now:',
      ...slots.slice(0, MOST_DATES).map((slot) => whenOf(slot, lab)),
      ...(slots.length > MOST_DATES ? ['The page that opens has more dates.'] : []),
      `Please answer by ${until}. Each date can be chosen until ${String(INVITATION.cutOffHours)} hours before it begins. Opening the page answers nothing: please press the button there.`,
    ],
    label: 'Choose a date, or say no',
  });
  const unsubscribe = mailedLink(lab, PUBLIC_CALLS.unsubscribe, token);
  return {
    ...letter,
    headers: {
      'List-Unsubscribe': `<${unsubscribe.href}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

interface News {
  /** Of the children: `Maya and Noah`. */
  readonly names: string;
  readonly are: 'is' | 'are';
  readonly when: string;
  /** Why the lab canceled. */
  readonly reason: string;
}

/**
 * What a place letter says of children in one slot, and the subject if this is the letter's main news; earlier entries
 * come first.
 */
const SAID = {
  moved: {
    subject: 'New time',
    say: ({ names, when }) => `The session for ${names} has a new time: ${when}.`,
  },
  movedWaiting: {
    subject: 'New time',
    say: ({ names, are, when }) =>
      `The session has a new time. ${names} ${are} on the waiting list for ${when}.`,
  },
  seated: {
    subject: 'You have a seat',
    say: ({ names, when }) => `We are expecting ${names} on ${when}.`,
  },
  waitlisted: {
    subject: 'You are on the waiting list',
    say: ({ names, are, when }) =>
      `${names} ${are} on the waiting list for ${when}. We will write to you as soon as a seat is free.`,
  },
  cancelled_by_lab: {
    subject: 'Canceled',
    say: ({ names, when, reason }) =>
      `We are sorry: we had to cancel the session for ${names} on ${when}. ${reason}`.trim(),
  },
  cancelled_by_parent: {
    subject: 'You canceled',
    say: ({ names, when }) => `As you asked, we canceled the session for ${names} on ${when}.`,
  },
} as const satisfies Record<string, { subject: string; say: (news: News) => string }>;
type Saying = keyof typeof SAID;

/** @param calendar what earlier letters said, as `Invitation.calendar` */
export function renderPlace(
  lab: Environment,
  {
    places,
    ended,
    calendar,
    movedSlot,
    ...told
  }: Told & {
    places: readonly Participation[];
    /** Slots in the family's calendar in which none of its children has a place any more. */
    ended: readonly Slot[];
    calendar: Readonly<Record<string, number>>;
    movedSlot: number | null;
  },
): LetterContent {
  const { study } = told;
  const groups = new Map<string, { saying: Saying; places: Participation[] }>();
  for (const place of places) {
    const saying = sayingOf(place, calendar, movedSlot);
    const key = `${String(place.slot.id)} ${saying}`;
    const group = groups.get(key) ?? { saying, places: [] };
    groups.set(key, { saying, places: [...group.places, place] });
  }
  const sayings = [...groups.values()].map(({ saying }) => saying);
  // The calendar is by slot, not by child: while a sibling keeps a seat in the slot, each later letter counts the lost
  // seat again. Only a new time of that slot is the bigger news.
  const lost = places.filter(
    ({ state, slot: { id } }) =>
      (state === 'cancelled_by_lab' || state === 'cancelled_by_parent') &&
      String(id) in calendar &&
      !groups.has(`${String(id)} moved`),
  );
  const subject = subjectOf(sayings, lost, ended.length > 0);
  return render(lab, told, {
    subject: `${subject}: ${study.publicName}`,
    preheader: `${subject}.`,
    heading: subject,
    paragraphs: [
      `This is about our invitation to ${study.publicName}.`,
      ...[...groups.values()].flatMap(({ saying, places: [first, ...others] }) => {
        if (first === undefined) return [];
        const children = [first, ...others].map(({ child }) => child);
        return SAID[saying].say({
          names: namesOf(children),
          are: isOrAre(children),
          when: whenOf(first.slot, lab),
          reason: first.slot.cancelReason ?? '',
        });
      }),
      ...ended.map((slot) => `Your seat in this session is canceled: ${whenOf(slot, lab)}.`),
      ...(places.some(hasSeat) ? placeOf(study) : []),
    ],
    label: 'See or change your answer',
  });
}

/** @param lost places whose seat is gone since an earlier letter */
function subjectOf(
  sayings: readonly Saying[],
  lost: readonly Participation[],
  hasEnded: boolean,
): string {
  const order = Object.keys(SAID) as Saying[];
  const news = order.find((saying) => sayings.includes(saying)) ?? 'cancelled_by_lab';
  const isSeated = news === 'seated' || news === 'moved';
  if (isSeated && (lost.length > 0 || hasEnded)) return 'Your seats have changed';
  const isCanceled = lost.some(({ state }) => state === 'cancelled_by_lab');
  return SAID[isCanceled ? 'cancelled_by_lab' : news].subject;
}

function sayingOf(
  place: Participation,
  calendar: Readonly<Record<string, number>>,
  movedSlot: number | null,
): Saying {
  const { state, slot } = place;
  const { id, sequence } = slot;
  if (hasSeat(place)) return (calendar[id] ?? sequence) < sequence ? 'moved' : 'seated';
  if (state === 'waitlisted' && id === movedSlot) return 'movedWaiting';
  return state === 'waitlisted' || state === 'cancelled_by_lab' ? state : 'cancelled_by_parent';
}

export function renderReminder(
  lab: Environment,
  { places, ...told }: Told & { places: readonly [Participation, ...Participation[]] },
): LetterContent {
  const { study } = told;
  const [{ slot }] = places;
  const day = inLab(slot.startsAt, lab, { weekday: 'long', month: 'long', day: 'numeric' });
  return render(lab, told, {
    subject: `Reminder: ${study.publicName} on ${day}`,
    preheader: 'We look forward to seeing you.',
    heading: `See you on ${day}`,
    paragraphs: [
      `We are expecting ${namesOf(places.map(({ child }) => child))} on ${whenOf(slot, lab)}.`,
      ...placeOf(study),
      'If you can’t come, please tell us with the button below. We will give the seat to another child.',
    ],
    label: 'See or change your answer',
  });
}

type Words = Pick<LetterParts, 'subject' | 'preheader' | 'heading' | 'paragraphs'> & {
  readonly label: string;
};

function render(
  lab: Environment,
  { firstName, token }: Told,
  { label, ...words }: Words,
): LetterContent {
  return renderLetter({
    ...words,
    brand: lab,
    greeting: greetingFor(firstName),
    action: { label, link: mailedLink(lab, PUBLIC_ROUTES.invitation, token) },
    aside: {
      text: `You get this email because your family is registered with ${lab.labName}.`,
      label: 'Pause or stop our invitations',
      link: mailedLink(lab, PUBLIC_ROUTES.mailPreferences, token),
    },
  });
}

function placeOf({ place }: Study): string[] {
  return place === '' ? [] : [`Place: ${place}`];
}

/** `Maya and Noah` */
function namesOf(children: readonly Named[]): string {
  return new Intl.ListFormat('en-US').format(children.map(({ firstName }) => firstName));
}

function isOrAre(children: readonly Named[]): 'is' | 'are' {
  return children.length === 1 ? 'is' : 'are';
}

/** `Saturday, March 13, 2027, 9:30 AM to 10:15 AM` */
function whenOf({ startsAt, endsAt }: Slot, lab: Environment): string {
  return `${dayAndTime(startsAt, lab)} to ${inLab(endsAt, lab, { timeStyle: 'short' })}`;
}

function dayAndTime(at: Date, lab: Environment): string {
  const day = inLab(at, lab, { dateStyle: 'full' });
  return `${day}, ${inLab(at, lab, { timeStyle: 'short' })}`;
}

/** With plain spaces: Intl puts a narrow space before AM and PM. */
function inLab(at: Date, { labTimeZone }: Environment, style: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat('en-US', { ...style, timeZone: labTimeZone });
  return format.format(at).replace(/\s/g, ' ');
}
