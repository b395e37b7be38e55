import type { StaffFamilyDetails } from '@kidlab/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { usePortalProvider } from '../providers/use-portal-provider.js';

/** A family with everybody in it. @param guid `null`: the page was opened without one. */
export function useFamily(guid: string | null): UseQueryResult<StaffFamilyDetails> {
  const dataProvider = usePortalProvider();
  return useQuery({
    queryKey: ['family', guid],
    queryFn: ({ signal }) => dataProvider.familyByGuid(guid ?? '', signal),
    enabled: guid !== null,
  });
}
