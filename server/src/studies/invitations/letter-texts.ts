import { PUBLIC_CALLS, PUBLIC_ROUTES } from '@kidlab/contract';

import type { Environment } from '../../config/environment.js';
import type { LetterContent } from '../../email/letters.service.js';
import { mailedLink, renderLetter, type LetterParts } from '../../email/templates/render-letter.js';
import type { Slot } from '../slot.entity.js';
import type { Study } from '../study.entity.js';
import type { Place } from './place-letters.js';

type Lab = Pick<
  Environment,
  'labName' | 'productName' | 'supportEmail' | 'publicBaseUrl' | 'labTimeZone'
>;
type Times = Pick<Slot, 'startsAt' | 'endsAt'>;

interface Told {
  readonly study: Pick<Study, 'publicName' | 'place' | 'letter'>;
  readonly token: string;
}

export function renderInvitation(
  lab: Lab,
  { study, token, slots, expiresAt }: Told & { slots: readonly Times[]; expiresAt: Date },
): LetterContent {
  const dates = slots.map((slot) => whenOf(slot, lab));
  const until = dayAndTime(expiresAt, lab);
  const letter = render(
    lab,
    { study, token },
    {
      subject: `An invitation from ${lab.labName}: ${study.publicName}`,
      preheader: `Please answer by ${until}.`,
      heading: study.publicName,
      paragraphs: [
        `We would like to invite your family to ${study.publicName}.`,
        ...study.letter.split(/\n+/).filter((line) => line.trim() !== ''),
        ...placeOf(study),
        `Dates with free seats: ${dates.join('; ')}.`,
        `Please answer by ${until}.`,
      ],
      label: 'Choose a date, or say no',
    },
  );
  const unsubscribe = mailedLink(lab, PUBLIC_CALLS.unsubscribe, token);
  return {
    ...letter,
    headers: {
      'List-Unsubscribe': `<${unsubscribe.href}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

export function renderPlace(
  lab: Lab,
  { study, token, places }: Told & { places: readonly Place[]; calendar: Record<string, number> },
): LetterContent {
  return render(
    lab,
    { study, token },
    {
      subject: `Your test session: ${study.publicName}`,
      preheader: '',
      heading: study.publicName,
      paragraphs: places.map(
        (place) => `${place.firstName}: ${place.state}, ${whenOf(place, lab)}.`,
      ),
      label: 'See or change your answer',
    },
  );
}

export function renderReminder(
  lab: Lab,
  { study, token, places }: Told & { places: readonly Place[] },
): LetterContent {
  return render(
    lab,
    { study, token },
    {
      subject: `Reminder: ${study.publicName}`,
      preheader: '',
      heading: study.publicName,
      paragraphs: places.map((place) => `${place.firstName}: ${whenOf(place, lab)}.`),
      label: 'See or change your answer',
    },
  );
}

type Words = Pick<LetterParts, 'subject' | 'preheader' | 'heading' | 'paragraphs'> & {
  readonly label: string;
};

function render(lab: Lab, { token }: Told, { label, ...words }: Words): LetterContent {
  return renderLetter({
    ...words,
    brand: lab,
    greeting: 'Hello,',
    action: { label, link: mailedLink(lab, PUBLIC_ROUTES.invitation, token) },
    aside: {
      text: `You get this email because your family is registered with ${lab.labName}.`,
      label: 'Pause or stop our invitations',
      link: mailedLink(lab, PUBLIC_ROUTES.mailPreferences, token),
    },
  });
}

function placeOf({ place }: Pick<Study, 'place'>): string[] {
  return place === '' ? [] : [`Place: ${place}`];
}

/** `Saturday, March 13, 2027, 9:30 AM to 10:15 AM` */
function whenOf({ startsAt, endsAt }: Times, lab: Lab): string {
  return `${dayAndTime(startsAt, lab)} to ${inLab(endsAt, lab, { timeStyle: 'short' })}`;
}

function dayAndTime(at: Date, lab: Lab): string {
  const day = inLab(at, lab, { dateStyle: 'full' });
  return `${day}, ${inLab(at, lab, { timeStyle: 'short' })}`;
}

/** With plain spaces: Intl puts a narrow one before AM and PM. */
function inLab(at: Date, { labTimeZone }: Lab, style: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat('en-US', { ...style, timeZone: labTimeZone });
  return format.format(at).replace(/\s/g, ' ');
}
