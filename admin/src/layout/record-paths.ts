import { PORTAL_ROUTES } from '@kidlab/contract';

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
