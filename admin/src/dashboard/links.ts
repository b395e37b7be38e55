import { type ChildFilter, type FamilyFilter, PORTAL_ROUTES } from '@kidlab/contract';

/** Where a bar leads: a grid with its filter in the address, as the grids themselves write it. */
function filtered(route: string, filter: object): string {
  return `${route}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
}

/** Children of confirmed families that may be contacted: whom the figures on children speak of. */
export function invitableChildren(filter: ChildFilter): string {
  const invitable: ChildFilter = {
    state: 'registered',
    okayToContactIndicator: 'Y',
    disabledIndicator: 'N',
  };
  return filtered(PORTAL_ROUTES.children, { ...invitable, ...filter });
}

export function families(filter: FamilyFilter): string {
  return filtered(PORTAL_ROUTES.families, filter);
}
