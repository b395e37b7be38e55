import {
  PORTAL_ROUTES,
  type Roster,
  SIMPLE_REST,
  type StaffSlot,
  type StaffStudy,
} from '@kidlab/contract';
import { useQuery } from '@tanstack/react-query';
import { useGetList, useGetOne, useNotify, useRefresh } from 'react-admin';

import { useRecordParams } from '../inputs/record-page.js';
import { isSessionOver } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { HEADER_TEXTS } from '../texts/portal.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

/** The link to the list of studies. */
export const TO_STUDIES = { to: PORTAL_ROUTES.studies, label: HEADER_TEXTS.added.studies };

const ALL = {
  sort: { field: 'id', order: 'DESC' },
  pagination: { page: 1, perPage: SIMPLE_REST.maxRows },
} as const;

/** All studies, newest first; empty while loading. */
export function useStudies(): readonly StaffStudy[] {
  return useGetList<StaffStudy>('studies', ALL).data ?? [];
}

/** Looks up a study's name by its id, for criteria that name earlier studies. */
export function useStudyNames(): (id: number) => string {
  const studies = useStudies();
  return (id) => studies.find((study) => study.id === id)?.name ?? `study ${String(id)}`;
}

/** The study in the address. Without an id there, the server answers that there is no such study. */
export function useStudyOfPage() {
  const id = useRecordParams().id ?? 0;
  return { id, query: useGetOne<StaffStudy>('studies', { id }) };
}

/** The sessions of a study, earliest first. */
export function useSlots(studyId: number) {
  const sort = { field: 'startsAt', order: 'ASC' } as const;
  const { pagination } = ALL;
  return useGetList<StaffSlot>('slots', { filter: { studyId }, sort, pagination });
}

export function useFunnel(studyId: number) {
  return useQuery({
    queryKey: ['studies', 'funnel', studyId],
    queryFn: ({ signal }) => portalCalls.funnel(studyId, signal),
  });
}

/** @param id `undefined` reads nothing. */
export function useRoster(id: number | undefined) {
  return useQuery({
    queryKey: ['roster', id],
    queryFn: ({ signal }) => portalCalls.roster(id ?? 0, signal),
    enabled: id !== undefined,
  });
}

/** How many families get an email when the session is canceled or moved. `null` until it is known. */
export function mailedFamilies(roster?: Roster): number | null {
  if (roster === undefined) return null;
  const seated = roster.seated.filter(({ state }) => state === 'accepted');
  const mailed = [...seated, ...roster.waiting].filter(({ isMailed }) => isMailed);
  return new Set(mailed.map(({ familyId }) => familyId)).size;
}

/**
 * Shows a notice after a change. Refreshes the page even if the change failed: someone else may have changed the
 * data. Not after a 401: the refresh would fail, too.
 */
export function useChange() {
  const notify = useNotify();
  const refresh = useRefresh();
  return async (
    change: () => Promise<unknown>,
    notice: string = RECORD_FORM_TEXTS.saved,
  ): Promise<void> => {
    try {
      await change();
    } catch (error) {
      if (!isSessionOver(error)) refresh();
      throw error;
    }
    notify(notice, { type: 'success' });
    refresh();
  };
}
