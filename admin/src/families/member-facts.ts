import {
  type CalendarMonth,
  CHILD_LABELS,
  FAMILY_LABELS,
  GUARDIAN_LABELS,
  type StaffChild,
  type StaffFamily,
  type StaffGuardian,
  YES_NO,
} from '@kidlab/contract';

import type { Fact } from '../layout/facts.js';
import { callTo, mailTo } from '../layout/links.js';
import { dateText, orNone } from '../texts/dates.js';
import { ageText, birthText, referralText } from '../texts/record.js';

/** Facts on a family's card. */
export function familyFacts(family: StaffFamily): Fact[] {
  const { okayToContactIndicator, email, registeredDate, city, zipCode } = family;
  return [
    { label: FAMILY_LABELS.okayToContactIndicator, value: YES_NO[okayToContactIndicator] },
    { label: FAMILY_LABELS.referredBy, value: referralText(family.referredBy) },
    { label: FAMILY_LABELS.memberSince, value: dateText(registeredDate) },
    { label: FAMILY_LABELS.email, value: email, href: mailTo(email), isWide: true },
    { label: FAMILY_LABELS.city, value: city },
    { label: FAMILY_LABELS.zipCode, value: zipCode },
  ];
}

/** Facts on a guardian's card; some are shown even when they are empty. Source: admin portal, section 2. */
export function guardianFacts(guardian: StaffGuardian): Fact[] {
  const { primaryPhone, email, notes } = guardian;
  return [
    { label: GUARDIAN_LABELS.relationshipToChild, value: guardian.relationshipToChild },
    { label: GUARDIAN_LABELS.city, value: orNone(guardian.city) },
    { label: GUARDIAN_LABELS.zipCode, value: guardian.zipCode },
    { label: GUARDIAN_LABELS.primaryPhone, value: primaryPhone, href: callTo(primaryPhone) },
    { label: GUARDIAN_LABELS.email, value: email, href: mailTo(email), isWide: true },
    { label: GUARDIAN_LABELS.isPrimaryIndicator, value: YES_NO[guardian.isPrimaryIndicator] },
    { label: GUARDIAN_LABELS.notes, value: orNone(notes), isLong: true },
  ];
}

/** Facts on a child's card (admin portal, section 2), with the age and special needs. */
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
