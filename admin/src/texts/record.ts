import {
  type CalendarMonth,
  FAMILY_LABELS,
  type FamilyOrigin,
  REFERRAL_SOURCES,
  referralLabel,
  type ReferralSource,
  type StaffGuardian,
} from '@kidlab/contract';

import { site } from '../site.js';
import { momentText, plural } from './dates.js';
import { EDIT_TEXTS } from './portal.js';

/** Texts for families, guardians and children. The specification names the fields, but not their labels. */

/** Forms of families, guardians and children. */
export const RECORD_FORM_TEXTS = {
  required: 'Fields marked * are required.',
  selectOne: 'Select One',
  none: 'None',
  guardianEmailHint: 'This also becomes the family’s email address.',
  registeredWith: 'Registered with',
  registeredWithHint:
    'Emails go to this address. If it changes before the family has confirmed, a new link is sent.',
  pauseHint: 'Not invited before this day. Leave it empty for no pause.',
  phoneHint: '(123) 456-7890',
  onlyIsPrimary: 'The only guardian of a family is its primary one.',
  primaryHint: 'A family has one primary guardian: a change here changes the other guardian too.',
  saving: 'Saving…',
  saved: 'Saved.',
  problem: 'There is a problem',
  notSaved: 'Nothing was saved. What you entered is still here.',
  unknownOutcome:
    'We don’t know whether it was saved. What you entered is still here, and saving it again is safe: nothing is saved twice.',
  stillHere: 'What you entered is still here.',
  openSaved: 'Open the family',
  openOther: 'Open the family with this address',
  logIn: 'Log in from another tab, then submit again',
  staleHeading: 'This record has changed since you opened it',
  staleHowTo: 'You both changed the fields below. Choose a value for each, then submit again.',
  staleSubmit: 'Submit again to save yours.',
  choose: 'Choose one of the two values.',
  yours: 'Yours',
  reload: EDIT_TEXTS.added.reload,
  missing: 'This address does not match a record.',
  toFamily: 'Back to the family',
} as const;

export function guardianName({ firstName, lastName }: StaffGuardian): string {
  return `${firstName} ${lastName}`;
}

export function staleText(colleague: string, at: string): string {
  return `${colleague} saved it ${momentText(at)}. Your entries below are not saved.`;
}

/** @param changes of fields that only the other user has changed. */
export function takenOverText(changes: readonly string[]): string {
  return `Their changes to other fields are kept: ${changes.join(', ')}.`;
}

export function incompleteText(label: string): string {
  return `${label} is incomplete. Complete the date, or clear it.`;
}

export function linkSentText(email: string): string {
  return `${RECORD_FORM_TEXTS.saved} A new link was sent to ${email}.`;
}

export function alsoChangeText(names: string): string {
  return `Also change it for ${names}?`;
}

export function alsoChangedText(names: string): string {
  return `${RECORD_FORM_TEXTS.saved} The address was also changed for ${names}.`;
}

/** The copy button beside an email address or phone number. */
export const FACT_TEXTS = {
  copy: 'Copy',
  copied: 'copied',
  notCopied: 'Your browser did not allow copying. Select the text and copy it.',
} as const;

/** `Phone copied` */
export function copiedText(label: string): string {
  return `${label} ${FACT_TEXTS.copied}`;
}

/**
 * Deletions from the page of a family. `gone`: someone else deleted it first, or an earlier try did, but its response
 * was lost. Only `Delete Guardian` is in the specification.
 */
export const DELETE_TEXTS = {
  family: {
    heading: 'Delete Family',
    done: 'The family was deleted.',
    gone: 'The family was already deleted.',
  },
  guardian: {
    heading: 'Delete Guardian',
    done: 'The guardian was deleted.',
    gone: 'The guardian was already deleted.',
  },
  child: {
    heading: 'Delete Child',
    done: 'The child was deleted.',
    gone: 'The child was already deleted.',
  },
} as const;

/** Texts of the family page that are not in the specification. */
export const FAMILY_PAGE_TEXTS = {
  guardians: { heading: 'Guardians', none: 'This family has no guardian.' },
  children: { heading: 'Children', none: 'This family has no children.' },
  mails: 'Emails',
  noMails: 'No email to this family is on record.',
  resend: 'Resend verification email',
  primary: 'Primary',
  overviewReadOnly: 'This overview is read-only. To make changes, open the family’s page.',
  overviewMissing: 'There is no family to show here. Open one from the search.',
} as const;

export function mailedToText(email: string): string {
  return `Emails to the family will still go to ${email}. To change that, edit the family.`;
}

/** A referral source, with the lab's own name for its employees. */
export function referralText(source: ReferralSource): string {
  return referralLabel(source, site.employeeReferralLabel);
}

/** All of them, for a select. */
export function referralOptions() {
  return REFERRAL_SOURCES.map((source) => [source, referralText(source)] as const);
}

/** Month and year of birth as the portal shows them: `March / 2022`. */
export function birthText(month: string, year: string): string {
  return `${month} / ${year}`;
}

const MONTHS_OF_A_YEAR = 12;

/** The age of a child: `7 months` until its second birthday, then `3 years`. Months count as in the search. */
export function ageText(birth: CalendarMonth, today: CalendarMonth): string {
  const months = (today.year - birth.year) * MONTHS_OF_A_YEAR + (today.month - birth.month);
  if (months < 2 * MONTHS_OF_A_YEAR) return plural(months, 'month');
  return plural(Math.floor(months / MONTHS_OF_A_YEAR), 'year');
}

/** Fields of the study form, in its order. */
export const STUDY_FIELD_LABELS = {
  name: 'Name',
  publicName: 'Name for Parents',
  state: 'Status',
  place: 'Place',
  minMonths: 'Minimum Age in Months',
  maxMonths: 'Maximum Age in Months',
  genders: 'Gender',
  hands: 'Hand Preference',
  languages: 'Language',
  areas: 'Area',
  notInStudies: 'Not in These Studies',
  letter: 'Letter',
} as const;

const CHILD_FILTER_LABELS = {
  gender: 'Child’s gender',
  ageUOM: 'Child’s age in',
  minAge: 'Minimum age',
  maxAge: 'Maximum age',
} as const;

/** Fields of the family in the exports of its members. */
export const OF_THE_FAMILY_LABELS = {
  familyId: FAMILY_LABELS.id,
  registeredDate: FAMILY_LABELS.registeredDate,
  createdBy: FAMILY_LABELS.createdBy,
} as const;

/** Filters that are not columns, or whose label differs from the column. */
export const FAMILY_FILTER_LABELS = {
  ...CHILD_FILTER_LABELS,
  q: 'Name, email or phone',
  signedUpFrom: 'Signed up from',
  signedUpTo: 'Signed up to',
  registeredFrom: 'Registered from',
  registeredTo: 'Registered to',
  origin: 'Registered by',
  waitingStage: 'Waiting stage',
} as const;
export const GUARDIAN_FILTER_LABELS = { q: 'Name or email address' } as const;
export const CHILD_GRID_FILTER_LABELS = {
  ageUOM: CHILD_FILTER_LABELS.ageUOM,
  minAge: CHILD_FILTER_LABELS.minAge,
  maxAge: CHILD_FILTER_LABELS.maxAge,
  q: 'First or family name',
  state: FAMILY_LABELS.state,
  okayToContactIndicator: FAMILY_LABELS.okayToContactIndicator,
  disabledIndicator: FAMILY_LABELS.disabledIndicator,
  contactable: 'May be invited',
  additionalLanguage: 'Additional language',
} as const;

export const FAMILY_ORIGIN_TEXTS: Readonly<Record<FamilyOrigin, string>> = {
  registration: 'A parent',
  staff: 'Staff',
};
