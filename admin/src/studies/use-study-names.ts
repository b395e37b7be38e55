import { SIMPLE_REST, type StaffStudy } from '@kidlab/contract';
import { useGetList } from 'react-admin';

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
