import type { LocalTimes, StaffSlot, StudyCriteria, StudyState } from '@kidlab/contract';

import { firstOf, plural } from './dates.js';
import { STUDY_FIELD_LABELS } from './record.js';

/** Texts of the study and session pages. None is in the specification. */

export const STUDY_LABELS = {
  ...STUDY_FIELD_LABELS,
  id: 'Study Id',
  q: 'Name',
  criteria: 'Children',
  slots: 'Sessions',
  taken: 'Seats Taken',
  createdDate: 'Created',
  modifiedDate: 'Last Changed',
  modifiedBy: 'Changed By',
} as const;

export const STUDY_STATE_TEXTS: Readonly<Record<StudyState, string>> = {
  open: 'Open',
  closed: 'Closed',
};

export const STUDY_TEXTS = {
  heading: 'Study',
  add: 'Add Study',
  edit: 'Edit Study',
  duplicate: 'Duplicate',
  copyOf: 'Copy of',
  placeHint:
    'If you change the place, families with a seat or on the waiting list for an upcoming session get an email.',
  children: 'Children',
  childrenHint: 'Leave a field empty to include all children.',
  newAgesHint:
    'If you change the ages, parents who confirmed an age get an email if they must confirm it again.',
  agesHint: 'In completed months on the day of the session.',
  letterSection: 'Invitation',
  deleteHeading: 'Delete Study',
  deleteQuestion: 'The study and its sessions will be deleted. This cannot be undone.',
  deleted: 'The study was deleted.',
} as const;

export const SLOT_TEXTS = {
  heading: 'Sessions',
  none: 'There are no sessions yet.',
  add: 'Add Session',
  edit: 'Edit Session',
  cancel: 'Cancel Session',
  delete: 'Delete Session',
  keep: 'Keep Session',
  save: 'Save',
  question: 'Times are in the lab’s time zone.',
  ifMoved: 'If the day or a time changes,',
  reason: 'Reason (parents will read it)',
  cancelQuestion:
    'All children lose their seats or their place on the waiting list. This cannot be undone.',
  deleteQuestion: 'No family has answered for this session yet. Deleting it cannot be undone.',
  cancelled: 'Canceled',
  wasCanceled: 'The session was canceled.',
  wasDeleted: 'The session was deleted.',
} as const;

/** Columns of the list of sessions, and fields of their form. */
export const SLOT_LABELS = {
  startsAt: 'When',
  seats: 'Seats',
  waiting: 'Waiting',
  day: 'Day',
  startsLocal: 'From',
  endsLocal: 'To',
  repeatTimes: 'Number of repeats',
  repeatWeeks: 'Weeks between',
  cancelledAt: 'Canceled',
  cancelReason: 'Reason',
} as const;

/** `3 of 6` */
export function seatsText({ taken, seats }: Pick<StaffSlot, 'taken' | 'seats'>): string {
  return `${String(taken)} of ${String(seats)}`;
}

/** `3 of 6 seats taken` */
export function takenText(slot: StaffSlot): string {
  return `${seatsText(slot)} seats taken`;
}

/** `3 of 6 seats taken`, or `Canceled: We are ill.` */
export function statusText(slot: StaffSlot): string {
  if (slot.cancelledAt === null) return takenText(slot);
  return `${SLOT_TEXTS.cancelled}: ${slot.cancelReason ?? ''}`;
}

const CLOCK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Replaces the narrow spaces that Intl puts before AM and PM. */
function plainSpaces(text: string): string {
  return text.replace(/\s/g, ' ');
}

/** `Tue, Jan 12, 2027, 9:30 AM`. @param local a time on the lab's clocks, `2027-01-12T09:30`. */
export function startText(local: string): string {
  return plainSpaces(CLOCK.format(new Date(`${local}Z`)));
}

/** `Tue, Jan 12, 2027, 9:30 – 10:30 AM`. @param slot its times on the lab's clocks. */
export function slotText(slot: LocalTimes): string {
  const [start, end] = [new Date(`${slot.startsLocal}Z`), new Date(`${slot.endsLocal}Z`)];
  return plainSpaces(CLOCK.formatRange(start, end));
}

function agesText({ minMonths, maxMonths }: StudyCriteria): string {
  if (minMonths === null) {
    return maxMonths === null ? 'of any age' : `aged ${plural(maxMonths, 'month')} or younger`;
  }
  if (maxMonths === null) return `aged ${plural(minMonths, 'month')} or older`;
  if (minMonths === maxMonths) return `aged ${plural(minMonths, 'month')}`;
  return `aged ${String(minMonths)} to ${String(maxMonths)} months`;
}

/**
 * The criteria as a sentence: `Children aged 24 to 35 months; gender: Female; area: East Bay or Peninsula.`
 * @param nameOf the name of an earlier study, by its id.
 */
export function criteriaText(criteria: StudyCriteria, nameOf: (id: number) => string): string {
  const lists: [string, readonly string[]][] = [
    ['gender', criteria.genders],
    ['hand preference', criteria.hands],
    ['language', criteria.languages],
    ['area', criteria.areas],
    ['not in', firstOf(criteria.notInStudies.map(nameOf))],
  ];
  const chosen = lists.filter(([, values]) => values.length > 0);
  const parts = chosen.map(([name, values]) => `; ${name}: ${values.join(' or ')}`);
  return `Children ${agesText(criteria)}${parts.join('')}.`;
}
