import {
  PORTAL_ROUTES,
  type StaffChild,
  type StaffFamily,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { useLocation, useSearchParams } from 'react-router';

/** Addresses of pages that name a record. The ids stand in them too, so that a page can be loaded again. */

type Ids = Readonly<Record<string, string | number>>;

function path(route: string, ids: Ids): string {
  const query = Object.entries(ids).map(([name, id]): [string, string] => [name, String(id)]);
  return `${route}?${new URLSearchParams(query).toString()}`;
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

/** @param show which children of the list; left out, those who may be invited for certain. */
export function invitePath(id: number, show?: string): string {
  return path(PORTAL_ROUTES.invite, show === undefined ? { id } : { id, show });
}

/** A new study that begins as this one. */
export function duplicateStudyPath(id: number): string {
  return path(PORTAL_ROUTES.addStudy, { id });
}

interface FamilyNames {
  readonly guid: string;
  readonly id: number;
  readonly email: string;
  readonly familyName: string;
}

/** With the query parameters of the specification. */
export function addGuardianPath({ guid, id, email, familyName }: FamilyNames): string {
  return path(PORTAL_ROUTES.addGuardian, { guid, familyEmail: email, familyId: id, familyName });
}

/** With the query parameters of the specification. */
export function addChildPath({ guid, email, familyName }: FamilyNames): string {
  return path(PORTAL_ROUTES.addChild, { guid, familyEmail: email, familyName });
}

/** What the edit and add pages are handed by the page of a family. Source: admin portal, section 2. */
export interface FamilyHandOver {
  readonly guid: string;
  readonly familyEmail: string;
  readonly familyId: number;
  readonly familyName: string;
}

export interface RecordState extends FamilyHandOver {
  readonly family?: StaffFamilyDetails;
  readonly guardian?: StaffGuardian;
  readonly child?: StaffChild;
}

export function handOver({ guid, email, id, familyName }: StaffFamily): FamilyHandOver {
  return { guid, familyEmail: email, familyId: id, familyName };
}

/** What a page of a record was opened with: ids from the address, the rest handed over by the page before. */
export interface OpenedWith {
  readonly state: Partial<RecordState>;
  readonly guid: string | null;
  /** Of the guardian or child. */
  readonly id: number | null;
  /** Other parameters of the address. */
  readonly parameter: (name: string) => string | null;
}

function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : null;
}

/** Reads both; the address wins. */
export function useOpenedWith(): OpenedWith {
  const location = useLocation();
  const [query] = useSearchParams();
  const state = (location.state ?? {}) as Partial<RecordState>;
  const parameter = (name: string): string | null => {
    const value = query.get(name);
    return value === '' ? null : value;
  };
  return {
    state,
    guid: parameter('guid') ?? state.guid ?? null,
    id: idOf(query.get('id')) ?? state.guardian?.id ?? state.child?.id ?? null,
    parameter,
  };
}
