import type { Environment } from '../../config/environment.js';
import type { LetterContent } from '../../email/letters.service.js';
import { hasSeat } from '../answers/answer-rules.js';
import type { Participation } from '../invitation.entity.js';
import type { Slot } from '../slot.entity.js';
import { isOrAre, namesOf, placeOf, render, type Told, whenOf } from './letter-texts.js';

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
