import { type CalendarMonth, type StaffChild, type StaffGuardian } from '@kidlab/contract';

import type { Fact } from '../layout/facts.js';
import { callTo, mailTo } from '../layout/links.js';
import { NOT_AVAILABLE } from '../texts/dates.js';
import { YES_NO } from '../texts/portal.js';
import { ageText, birthText, CHILD_LABELS, GUARDIAN_LABELS } from '../texts/record.js';

export function guardianName({ firstName, lastName }: StaffGuardian): string {
  return `${firstName} ${lastName}`;
}

/** What the specification names is told without a value, too. */
function orNone(text: string | null): string {
  return text === null || text.trim() === '' ? NOT_AVAILABLE : text;
}

/** What the card of a guardian shows below the name. Source: admin portal, section 2. */
export function guardianFacts(guardian: StaffGuardian): Fact[] {
  const { primaryPhone, email, notes } = guardian;
  return [
    { label: GUARDIAN_LABELS.relationshipToChild, value: guardian.relationshipToChild },
    { label: GUARDIAN_LABELS.city, value: orNone(guardian.city) },
    { label: GUARDIAN_LABELS.zipCode, value: guardian.zipCode },
    {
      label: GUARDIAN_LABELS.primaryPhone,
      value: primaryPhone,
      href: callTo(primaryPhone),
    },
    { label: GUARDIAN_LABELS.email, value: email, href: mailTo(email), isWide: true },
    { label: GUARDIAN_LABELS.isPrimaryIndicator, value: YES_NO[guardian.isPrimaryIndicator] },
    { label: GUARDIAN_LABELS.notes, value: orNone(notes), isLong: true },
  ];
}

/** What the card of a child shows below the first name (admin portal, section 2), its age, and special needs. */
export function childFacts(child: StaffChild, today: CalendarMonth): Fact[] {
  const { mob, monthOfBirth, yearOfBirth } = child;
  const birth = { year: Number(yearOfBirth), month: Number(monthOfBirth) };
  return [
    { label: CHILD_LABELS.birth, value: birthText(mob, yearOfBirth) },
    { label: CHILD_LABELS.age, value: ageText(birth, today) },
    { label: CHILD_LABELS.gender, value: child.gender },
    { label: CHILD_LABELS.whichHandId, value: child.whichHandId },
    { label: CHILD_LABELS.languageSpokenAtHome, value: child.languageSpokenAtHome },
    { label: CHILD_LABELS.additionalLanguage1, value: orNone(child.additionalLanguage1) },
    { label: CHILD_LABELS.additionalLanguage2, value: orNone(child.additionalLanguage2) },
    { label: CHILD_LABELS.specialNeeds, value: child.specialNeeds, isLong: true },
  ];
}

/** The guardians as the page of a family shows them: primary first, then by id; a single one is shown as primary. */
export function shownGuardians(guardians: readonly StaffGuardian[]): StaffGuardian[] {
  const [only, ...others] = guardians;
  if (only !== undefined && others.length === 0) return [{ ...only, isPrimaryIndicator: 'Y' }];
  return guardians.toSorted(
    (one, other) => primaryFirst(one) - primaryFirst(other) || one.id - other.id,
  );
}

function primaryFirst({ isPrimaryIndicator }: StaffGuardian): number {
  return isPrimaryIndicator === 'Y' ? 0 : 1;
}
