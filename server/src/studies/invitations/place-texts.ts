import type { Child } from '../../children/child.entity.js';
import type { Environment } from '../../config/environment.js';
import type { LetterContent } from '../../email/letters.service.js';
import { hasPlace, hasSeat } from '../answers/answer-rules.js';
import type { KnownPlace, Participation } from '../invitation.entity.js';
import type { Study } from '../study.entity.js';
import { isOrAre, namesOf, placeOf, render, type Told, whenOf } from './letter-texts.js';

interface News {
  /** Of the children: `Maya and Noah`. */
  readonly names: string;
  readonly are: 'is' | 'are';
  readonly when: string;
  /** Why the lab canceled. */
  readonly reason: string;
}

const on = (when: string): string => (when === '' ? '' : ` on ${when}`);

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
      `We are sorry: we had to cancel the session for ${names}${on(when)}. ${reason}`.trim(),
  },
  cancelled_by_parent: {
    subject: 'You canceled',
    say: ({ names, when }) => `As you asked, we canceled the session for ${names}${on(when)}.`,
  },
} as const satisfies Record<string, { subject: string; say: (news: News) => string }>;
type Saying = keyof typeof SAID;

interface Said {
  readonly saying: Saying;
  readonly place: Participation;
  readonly when: string;
  readonly before: KnownPlace | undefined;
}

/**
 * Says all that holds now, and what has ended since the last letter.
 * @returns `null` if there is nothing to say
 */
export function renderPlace(
  lab: Environment,
  {
    places,
    ended,
    known,
    ...told
  }: Told & {
    places: readonly Participation[];
    /** Seats that the family knows, in slots in which none of its children has a place any more. */
    ended: readonly KnownPlace[];
    /** What earlier letters said. */
    known: readonly KnownPlace[];
  },
): LetterContent | null {
  const { study } = told;
  const said = places.flatMap((place): Said[] => {
    const { childId, slot } = place;
    const before = known.find((each) => each.childId === childId && each.slotId === slot.id);
    const saying = sayingOf(place, before);
    if (saying === null) return [];
    return [{ saying, place, when: whenKnown(place, before, lab), before }];
  });
  if (said.length + ended.length === 0) return null;
  const groups = new Map<string, Said & { children: Child[] }>();
  for (const one of said) {
    const key = `${String(one.place.slot.id)} ${one.saying} ${one.when}`;
    const { children = [] } = groups.get(key) ?? {};
    groups.set(key, { ...one, children: [...children, one.place.child] });
  }
  const hasNewPlace = said.some(
    ({ place, before }) =>
      before !== undefined && hasPlace(before) && hasPlace(place) && before.place !== study.place,
  );
  const subject = subjectOf(said, hasNewPlace, ended.length > 0);
  return render(lab, told, {
    subject: `${subject}: ${study.publicName}`,
    preheader: `${subject}.`,
    heading: subject,
    paragraphs: [
      `This is about our invitation to ${study.publicName}.`,
      ...[...groups.values()].map(({ saying, place, when, children }) => {
        const [names, are] = [namesOf(children), isOrAre(children)];
        return SAID[saying].say({ names, are, when, reason: place.slot.cancelReason ?? '' });
      }),
      ...ended.map((seat) => `Your seat in this session is canceled: ${whenOf(seat, lab)}.`),
      ...(hasNewPlace ? [newPlaceOf(study)] : places.some(hasPlace) ? placeOf(study) : []),
    ],
    label: 'See or change your answer',
  });
}

function newPlaceOf({ place }: Study): string {
  return place === ''
    ? 'The place has changed. We will write to you again as soon as we know the new one.'
    : `New place: ${place}`;
}

function subjectOf(said: readonly Said[], hasNewPlace: boolean, hasEnded: boolean): string {
  const order = Object.keys(SAID) as Saying[];
  const news =
    order.find((saying) => said.some((one) => one.saying === saying)) ?? 'cancelled_by_lab';
  const lost = said.filter(
    ({ place, before }) => !hasPlace(place) && before !== undefined && hasSeat(before),
  );
  const isSeated = news === 'seated' || news === 'moved';
  if (isSeated && (lost.length > 0 || hasEnded)) return 'Your seats have changed';
  if (lost.some(({ saying }) => saying === 'cancelled_by_lab'))
    return SAID.cancelled_by_lab.subject;
  const { subject } = SAID[news];
  if (!hasNewPlace) return subject;
  return subject === SAID.moved.subject ? 'New time and place' : 'New place';
}

/** The time of a seat that is gone as the family knows it: the slot may have been moved since. Empty if no letter told it. */
function whenKnown(place: Participation, before: KnownPlace | undefined, lab: Environment): string {
  const { slot, modifiedDate } = place;
  if (!hasPlace(place) && before !== undefined) return whenOf(before, lab);
  return hasPlace(place) || slot.modifiedDate <= modifiedDate ? whenOf(slot, lab) : '';
}

/** @param before what the last letter said of the child in this slot */
function sayingOf(place: Participation, before: KnownPlace | undefined): Saying | null {
  const { state, slot } = place;
  const isMoved =
    before !== undefined &&
    hasSeat(before) === hasSeat(place) &&
    (Date.parse(before.startsAt) !== slot.startsAt.getTime() ||
      Date.parse(before.endsAt) !== slot.endsAt.getTime());
  if (hasSeat(place)) return isMoved ? 'moved' : 'seated';
  if (state === 'waitlisted') return isMoved ? 'movedWaiting' : 'waitlisted';
  if (before?.state === state) return null;
  return state === 'cancelled_by_lab' ? state : 'cancelled_by_parent';
}
