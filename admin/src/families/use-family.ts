import type { StaffFamilyDetails } from '@kidlab/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';

import { answered } from '../providers/answered.js';
import type { PortalDataProvider } from '../providers/data-provider.js';

/** A family with everybody in it. @param guid `null`: the page was opened without one. */
export function useFamily(guid: string | null): UseQueryResult<StaffFamilyDetails> {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ['family', guid],
    queryFn: async ({ signal }) =>
      answered(await dataProvider.familyByGuid(guid ?? '', signal), 'guid'),
    enabled: guid !== null,
  });
}
