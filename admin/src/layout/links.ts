import {
  type CHILD_LABELS,
  type FAMILY_LABELS,
  type Gender,
  PORTAL_ROUTES,
} from '@kidlab/contract';

import { daysFrom, today } from '../texts/dates.js';

/** Page addresses. They contain record ids, so a page can be reloaded. */

function path(route: string, query: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return `${route}?${new URLSearchParams(texts).toString()}`;
}

export function familyDetailsPath(guid: string): string {
  return path(PORTAL_ROUTES.familyDetails, { guid });
}

export function editFamilyPath(guid: string): string {
  return path(PORTAL_ROUTES.editFamily, { guid });
}

export function editGuardianPath(guid: string, id: number): string {
  return path(PORTAL_ROUTES.editGuardian, { guid, id });
}

export function editChildPath(guid: string, id: number): string {
  return path(PORTAL_ROUTES.editChild, { guid, id });
}

export function studyPath(id: number): string {
  return path(PORTAL_ROUTES.study, { id });
}

export function sessionPath(id: number): string {
  return path(PORTAL_ROUTES.session, { id });
}

export function editStudyPath(id: number): string {
  return path(PORTAL_ROUTES.editStudy, { id });
}

/** @param show which children to list; by default, those who are certainly eligible. */
export function invitePath(id: number, show?: string): string {
  return path(PORTAL_ROUTES.invite, show === undefined ? { id } : { id, show });
}

export function duplicateStudyPath(id: number): string {
  return path(PORTAL_ROUTES.addStudy, { id });
}

interface FamilyNames {
  readonly guid: string;
  readonly id: number;
  readonly email: string;
  readonly familyName: string;
}

/** With the specified query parameters. */
export function addGuardianPath({ guid, id, email, familyName }: FamilyNames): string {
  return path(PORTAL_ROUTES.addGuardian, { guid, familyEmail: email, familyId: id, familyName });
}

/** With the specified query parameters. */
export function addChildPath({ guid, email, familyName }: FamilyNames): string {
  return path(PORTAL_ROUTES.addChild, { guid, familyEmail: email, familyName });
}

/** A filter as JSON with sorted fields: equal filters have equal texts. */
export function filterText(filter: object): string {
  const fields = Object.entries(filter).toSorted(([one], [other]) => one.localeCompare(other));
  return JSON.stringify(Object.fromEntries(fields));
}

/** A list with a filter, in the form that react-admin's `List` reads. */
export function filtered(route: string, filter: object): string {
  return path(route, { filter: filterText(filter) });
}

/** Filters of grids, by the field names of their calls. */
type GridFilter<Field extends string> = Readonly<Partial<Record<Field, string | number>>>;
type Age = 'ageUOM' | 'minAge' | 'maxAge';
type Period = 'signedUpFrom' | 'signedUpTo' | 'registeredFrom' | 'registeredTo';
export type FamilyFilter = GridFilter<
  keyof typeof FAMILY_LABELS | Period | 'origin' | 'waitingStage'
>;
type ChildFilter = GridFilter<keyof typeof CHILD_LABELS | Age | 'additionalLanguage'>;

export function families(filter: FamilyFilter): string {
  return filtered(PORTAL_ROUTES.families, filter);
}

/** Children who may be invited now. The dashboard's figures count the same ones. */
export function invitableChildren(filter: ChildFilter): string {
  return filtered(PORTAL_ROUTES.children, { contactable: 'Y', ...filter });
}

export function invitableOfAge(years: number, gender?: Gender): string {
  const ofGender: ChildFilter = gender === undefined ? {} : { gender };
  return invitableChildren({ ageUOM: 'Years', minAge: years, maxAge: years, ...ofGender });
}

/** Families that have not confirmed for over 7 days. */
export function unconfirmedForAWeek(): FamilyFilter {
  // "Over 7 days" starts on the eighth day.
  return { state: 'awaiting', signedUpTo: daysFrom(today(), -8) };
}

/** Encodes the address: a `?` or `&` in it must not add a subject or other header. */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

export function callTo(phone: string): string {
  return `tel:+1${phone.replace(/\D/g, '')}`;
}
