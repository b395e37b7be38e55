import type { Roster } from '@kidlab/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { portalCalls } from '../providers/portal-calls.js';

/** Who has a seat in a session, and who waits. @param id `undefined`: of none. */
export function useRoster(id: number | undefined): UseQueryResult<Roster> {
  return useQuery({
    queryKey: ['roster', id],
    queryFn: ({ signal }) => portalCalls.roster(id ?? 0, signal),
    enabled: id !== undefined,
  });
}

/** How many families are mailed when the session is cancelled or moved; `null`: not known yet. */
export function useMailedFamilies(id: number | undefined): number | null {
  const { data } = useRoster(id);
  if (data === undefined) return null;
  const children = [...data.seated.filter(({ state }) => state === 'accepted'), ...data.waiting];
  return new Set(children.map(({ familyId }) => familyId)).size;
}
