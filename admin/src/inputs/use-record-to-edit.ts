import type { StaffFamilyDetails } from '@kidlab/contract';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

import { usePortalProvider } from '../providers/use-portal-provider.js';

/** Key of what a form edits: it is read once, and again only when the person asks for it. */
const EDITED = 'edited';

interface RecordToEdit<StaffRecord> {
  /** Of the record; `null` when the page was opened without one. */
  readonly key: string | number | null;
  /** What the page before has handed over. */
  readonly preloaded: StaffRecord | undefined;
  readonly read: (signal: AbortSignal) => Promise<StaffRecord>;
}

/**
 * The record that a page edits: what the page before has handed over, so that the form is there at once; after a refresh
 * or the Back button, which hand over what is old by now, what the server says.
 */
export function useRecordToEdit<StaffRecord>({
  key,
  preloaded,
  read,
}: RecordToEdit<StaffRecord>): UseQueryResult<StaffRecord> {
  const isHandedOver = useNavigationType() !== NavigationType.Pop;
  const [initialData] = useState(isHandedOver ? preloaded : undefined);
  return useQuery<StaffRecord>({
    queryKey: [EDITED, key],
    queryFn: ({ signal }) => read(signal),
    enabled: key !== null,
    // A form that is open is never filled anew behind somebody's back.
    staleTime: Infinity,
    gcTime: 0,
    ...(initialData === undefined ? {} : { initialData: () => initialData }),
  });
}

/** Whether the family has as many people as it may have, as it is when the page opens; while nobody knows: `false`. */
export function useIsFull(
  guid: string | null,
  isFull: (family: StaffFamilyDetails) => boolean,
): boolean {
  const dataProvider = usePortalProvider();
  const family = useQuery({
    queryKey: [EDITED, 'family', guid],
    queryFn: ({ signal }) => dataProvider.familyByGuid(guid ?? '', signal),
    enabled: guid !== null,
    staleTime: Infinity,
    gcTime: 0,
  });
  return family.data !== undefined && isFull(family.data);
}

/** After a save: lists and pages read their data anew; open forms don't. */
export function useForgetReadData(): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== EDITED });
  };
}
