import type { RegistrationReportRow, ReportQuery } from '@kidlab/contract';
import { useEffect, useState } from 'react';
import type { GetListResult } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';

import { useAddressFilter, useHasParam } from '../layout/list/address-filter.js';

/**
 * The last report of this tab: family name and results, in session storage, restored when the page is reloaded.
 * Source: admin portal, section 2. Logging out clears it.
 */
interface StoredReport {
  readonly familyName: string;
  /** The query string of the search. */
  readonly search: string;
  readonly results: RegistrationReportRow[];
  /** Missing if the list has no exact total. */
  readonly total?: number | undefined;
}

const KEY = 'registrationReport';

function isReport(value: unknown): value is StoredReport {
  const { familyName, search, results } = (value ?? {}) as Partial<StoredReport>;
  return (
    typeof familyName === 'string' &&
    typeof search === 'string' &&
    Array.isArray(results) &&
    results.every((row?: Partial<RegistrationReportRow>) => typeof row?.guid === 'string')
  );
}

/** The stored report, or `null`. A restore failure is only logged. */
function readStoredReport(): StoredReport | null {
  try {
    const report = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as unknown;
    if (report === null || isReport(report)) return report;
  } catch {
    // Logged below, without the stored text: it names families.
  }
  console.error('The registration report could not be restored.');
  return null;
}

export function storeReport(report: StoredReport): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(report));
  } catch {
    console.error('The registration report could not be stored.');
  }
}

function rowsOf({ results: data, total }: StoredReport): GetListResult<RegistrationReportRow> {
  return total === undefined ? { data, pageInfo: { hasNextPage: true } } : { data, total };
}

/** The report's state: the search in the address, else the last one of this tab. */
export function useReport() {
  const location = useLocation();
  const filter = useAddressFilter();
  const navigate = useNavigate();
  const [stored, setStored] = useState(readStoredReport);
  // With an unreadable filter, nothing is restored, and the page shows a warning.
  const hasFilter = useHasParam('filter');
  useEffect(() => {
    const last = hasFilter ? null : readStoredReport();
    if (last !== null) void navigate(last.search, { replace: true });
  }, [hasFilter, navigate]);

  const { familyName, state } = filter ?? {};
  const query: ReportQuery = {
    ...(typeof familyName === 'string' ? { familyName } : {}),
    ...(state === 'awaiting' ? { state } : {}),
  };
  return {
    /** The search in the address; `null` without one. */
    query: filter === null ? null : query,
    /** Results from before the page was reloaded. */
    restored: stored?.search === location.search ? rowsOf(stored) : undefined,
    /** Discards the stored report, so that a search asks the server even if it is the same. */
    forget: (): void => {
      sessionStorage.removeItem(KEY);
      setStored(null);
    },
  };
}
