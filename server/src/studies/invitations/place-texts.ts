import type { Child } from '../../children/child.entity.js';
import type { Environment } from '../../config/environment.js';
import { hasSeat, isBooked } from '../answers/answer-rules.js';
import type { KnownBooking, Participation } from '../invitation.entity.js';
import type { Study } from '../study.entity.js';
import { isOrAre, namesOf, placeOf, SEE_OR_CHANGE, whenOf, type Words } from './letter-texts.js';

interface News {
  /** Of the children: `Maya and Noah`. */
  readonly names: string;
  readonly are: 'is' | 'are';
  /** Empty for an ended booking whose time no letter has mentioned. */
  readonly when: string;
  /** The time that the family knows. */
  readonly was: string;
  /** Why the lab canceled. */
  readonly reason: string;
}

const MOVED = 'The session has moved';

const on = (when: string): string => (when === '' ? '' : ` on ${when}`);

/**
 * What a place letter says about children in one slot, and its subject if this is the main news. If several apply, the
 * first one determines the subject.
 */
const SAID = {
  moved: {
    subject: MOVED,
    say: ({ names, when, was }) =>
      `The session for ${names} has moved to ${when}. It was previously on ${was}.`,
  },
  movedWaiting: {
    subject: MOVED,
    say: ({ names, are, when, was }) =>
      `The session has moved to ${when}. It was previously on ${was}. ${names} ${are} still on the waiting list.`,
  },
  seated: {
    subject: 'You have a seat',
    say: ({ names, when }) => `We are expecting ${names} on ${when}.`,
  },
  waitlisted: {
    subject: 'You are on the waiting list',
    say: ({ names, are, when }) =>
      `${names} ${are} on the waiting list for ${when}. We will email you if ${are === 'is' ? 'a seat opens' : 'seats open'} up.`,
  },
  canceled: {
    subject: 'Canceled',
    say: ({ names, when, reason }) =>
      `We are sorry, but we had to cancel the session for ${names}${on(when)}. ${asSentence(reason)}`,
  },
  // The session takes place, but staff have removed a child. Letters may never have mentioned the booking.
  removed: {
    subject: 'You are no longer in the session',
    say: ({ names, are, when }) => `${names} ${are} no longer in the session${on(when)}.`,
  },
  cancelledByParent: {
    subject: 'You canceled',
    say: ({ names, are, when }) =>
      `As you asked, we canceled the ${are === 'is' ? 'seat' : 'seats'} for ${names}${on(when)}.`,
  },
} as const satisfies Record<string, { subject: string; say: (news: News) => string }>;
type Saying = keyof typeof SAID;

interface Said {
  readonly saying: Saying;
  readonly booking: Participation;
  readonly when: string;
  readonly was: string;
  readonly before: KnownBooking | undefined;
}

interface Told {
  readonly study: Study;
  readonly bookings: readonly Participation[];
  /** Seats that letters have mentioned, in slots where none of the family's children is booked anymore. */
  readonly ended: readonly KnownBooking[];
  /** What earlier letters said. Letters without a recorded delivery come last. */
  readonly known: readonly KnownBooking[];
  /** Questions about ages on the days of these bookings. */
  readonly questions: readonly string[];
  /** Whether the answer page still offers a date. */
  readonly canChoose: boolean;
}

/**
 * Says everything that holds now, and what has ended since the last letter.
 * @returns `null` if there is nothing to say
 */
export function placeWords(
  { study, bookings, ended, known, questions, canChoose }: Told,
  lab: Environment,
): Words | null {
  const said = bookings.flatMap((booking): Said[] => {
    const { childId, slot } = booking;
    const about = known.filter((each) => each.childId === childId && each.slotId === slot.id);
    const sent = about.find(({ isSent }) => isSent);
    // An ended booking may have been mentioned by a letter whose delivery is not recorded.
    const before = isBooked(booking) ? sent : (about.find(isBooked) ?? sent);
    const saying = sayingOf(booking, before);
    if (saying === null) return [];
    const was = before === undefined ? '' : whenOf(before, lab);
    return [{ saying, booking, when: whenKnown(booking, was, lab), was, before }];
  });
  if (said.length + ended.length === 0) return null;
  const groups = new Map<string, Said & { children: Child[] }>();
  for (const one of said) {
    // Siblings share a sentence unless the family knows another time for one of them.
    const sentence = SAID[one.saying].say({ ...one, names: '', are: 'is', reason: '' });
    const key = [one.booking.slot.id, sentence].join(' ');
    const { children = [] } = groups.get(key) ?? {};
    groups.set(key, { ...one, children: [...children, one.booking.child] });
  }
  const atOldPlace = said.find(
    ({ booking, before }) =>
      before !== undefined && isBooked(before) && isBooked(booking) && before.place !== study.place,
  );
  // A lost seat is not news if the family has one in another session at the same time.
  const isKept = (at: string): boolean =>
    said.some(({ booking, when }) => hasSeat(booking) && when === at);
  const gone = ended.map((seat) => whenOf(seat, lab)).filter((when) => !isKept(when));
  const subject = subjectOf(said, atOldPlace !== undefined, gone.length > 0);
  const sayOf = (isTold: (booking: Participation) => boolean): string[] =>
    [...groups.values()]
      .filter(({ booking }) => isTold(booking))
      .map(({ saying, booking, when, was, children }) => {
        const [names, are] = [namesOf(children), isOrAre(children)];
        return SAID[saying].say({ names, are, when, was, reason: booking.slot.cancelReason ?? '' });
      });
  const seats = sayOf(hasSeat);
  const lost = [
    ...sayOf((one) => !isBooked(one)),
    ...gone.map((when) => `You no longer have a seat in the session on ${when}.`),
  ];
  const waiting = sayOf(({ state }) => state === 'waitlisted');
  const isComing = bookings.some(isBooked);
  const samePlace = isComing ? placeOf(study) : [];
  const where = atOldPlace?.before ? newPlaceOf(study, atOldPlace.before) : samePlace;
  return {
    subject: `${subject}: ${study.publicName}`,
    preheader: `${subject}.`,
    heading: subject,
    paragraphs: [
      `This is about your invitation to ${study.publicName}.`,
      // The good news first: who has a seat, when and where.
      ...(seats.length > 0
        ? [...seats, ...where, ...lost, ...waiting]
        : [...lost, ...waiting, ...where]),
      ...questions.map((question) => `${question} Please confirm this below.`),
    ],
    label: isComing ? SEE_OR_CHANGE : canChoose ? 'Choose another date' : null,
  };
}

/** If the slot was moved after the child left it, the time that a letter mentioned, if any. */
function whenKnown(booking: Participation, was: string, lab: Environment): string {
  const { slot, modifiedDate } = booking;
  if (!isBooked(booking) && was !== '') return was;
  return isBooked(booking) || slot.modifiedDate <= modifiedDate ? whenOf(slot, lab) : '';
}

/** Adds a period unless the text ends with punctuation. */
function asSentence(text: string): string {
  return text.replace(/[^.!?…]$/u, '$&.');
}

/** @param before what an earlier letter said */
function newPlaceOf({ place }: Study, before: KnownBooking): string[] {
  const news =
    place === ''
      ? 'The place has changed. We will write to you again as soon as we know the new one.'
      : `New place: ${place}`;
  return [news, ...(before.place === '' ? [] : [`Old place: ${before.place}`])];
}

function subjectOf(said: readonly Said[], hasNewPlace: boolean, hasEnded: boolean): string {
  const news = (Object.keys(SAID) as Saying[]).find((saying) =>
    said.some((one) => one.saying === saying),
  );
  const lost = said.filter(
    ({ booking, before }) => !isBooked(booking) && before !== undefined && hasSeat(before),
  );
  const isCanceled = lost.some(({ saying }) => saying === 'canceled');
  if (isCanceled && !said.some(({ booking }) => hasSeat(booking))) return SAID.canceled.subject;
  const hasLost = hasEnded || lost.length > 0;
  if (hasLost && said.some(({ booking }) => isBooked(booking))) return 'Your seats have changed';
  const { subject } = SAID[news ?? 'canceled'];
  if (!hasNewPlace) return subject;
  return subject === MOVED ? 'New time and place' : 'New place';
}

/** @param before what an earlier letter said of the child in this slot */
function sayingOf(booking: Participation, before: KnownBooking | undefined): Saying | null {
  const { state, slot } = booking;
  const isMoved =
    before !== undefined &&
    isBooked(before) &&
    hasSeat(before) === hasSeat(booking) &&
    (Date.parse(before.startsAt) !== slot.startsAt.getTime() ||
      Date.parse(before.endsAt) !== slot.endsAt.getTime());
  if (hasSeat(booking)) return isMoved ? 'moved' : 'seated';
  if (state === 'waitlisted') return isMoved ? 'movedWaiting' : 'waitlisted';
  if (before?.state === state) return null;
  if (state === 'cancelled_by_parent') return 'cancelledByParent';
  return slot.cancelledAt === null ? 'removed' : 'canceled';
}
