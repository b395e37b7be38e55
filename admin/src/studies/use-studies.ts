import { SIMPLE_REST, type StaffStudy } from '@kidlab/contract';
import { useGetList, useNotify, useRefresh } from 'react-admin';

import { SLOT_TEXTS } from '../texts/studies.js';

const ALL = {
  sort: { field: 'id', order: 'DESC' },
  pagination: { page: 1, perPage: SIMPLE_REST.maxRows },
} as const;

const SILENT = { onError: () => undefined };

/** All studies, the newest first; none while they are read. */
export function useStudies(): readonly StaffStudy[] {
  return useGetList<StaffStudy>('studies', ALL, SILENT).data ?? [];
}

/** The name of a study by its id: for criteria, which name earlier ones. */
export function useStudyNames(): (id: number) => string {
  const studies = useStudies();
  return (id) => studies.find((study) => study.id === id)?.name ?? `study ${String(id)}`;
}

/** The page reads its figures anew after each change, and after a refusal: another person may have been faster. */
export function useChange(): (change: () => Promise<unknown>) => Promise<void> {
  const notify = useNotify();
  const refresh = useRefresh();
  return async (change) => {
    try {
      await change();
      notify(SLOT_TEXTS.saved, { type: 'success' });
    } finally {
      refresh();
    }
  };
}
