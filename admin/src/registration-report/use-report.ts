import type { RegistrationReportRow, ReportQuery } from '@kidlab/contract';
import { useEffect, useState } from 'react';
import type { GetListResult } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';

import { type ListSearch, useListSearch } from '../layout/list/use-list-search.js';
import { REGISTRATION_REPORT } from '../providers/lists.js';

/**
 * The last report of this tab: family name and results, kept in session storage and restored when the page is loaded
 * again. Source: admin portal, section 2. Logging out clears it with all of session storage.
 */
interface StoredReport {
  readonly familyName: string;
  /** The part of the address, from `?` on, that asked for it. */
  readonly search: string;
  readonly results: RegistrationReportRow[];
  /** Left out for a list that is not counted to its end. */
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

/** The report that was kept last; `null`: none, or one that can't be read, which is only logged. */
function readStoredReport(): StoredReport | null {
  try {
    const report = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as unknown;
    if (report === null || isReport(report)) return report;
  } catch {
    // Said below. What the store holds names families, so it is not a part of the message.
  }
  console.error('The registration report could not be restored.');
  return null;
}

export function storeReport(report: StoredReport): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(report));
  } catch {
    console.error('The registration report could not be kept.');
  }
}

export interface Report {
  /** What the address asks for; `null`: nothing yet. */
  readonly query: ReportQuery | null;
  /** The order of the rows, unless it is the default one. */
  readonly sort: ListSearch['sort'];
  /** What it asks for is there already, from before the page was loaded again. */
  readonly restored: GetListResult<RegistrationReportRow> | undefined;
  readonly search: (query: ReportQuery) => void;
  readonly reset: () => void;
}

function queryOf({ filter }: ListSearch): ReportQuery | null {
  if (filter === null) return null;
  const { familyName, state } = filter;
  return {
    ...(typeof familyName === 'string' ? { familyName } : {}),
    ...(state === 'awaiting' ? { state } : {}),
  };
}

/** The kept report, read when the page opens and whenever it comes to ask for nothing, or for something again. */
function useStoredReport(isIdle: boolean): StoredReport | null {
  const [read, setRead] = useState(() => ({ isIdle, report: readStoredReport() }));
  if (read.isIdle === isIdle) return read.report;
  const report = readStoredReport();
  setRead({ isIdle, report });
  return report;
}

function restoredRows({
  results: data,
  total,
}: StoredReport): GetListResult<RegistrationReportRow> {
  return total === undefined ? { data, pageInfo: { hasNextPage: true } } : { data, total };
}

/** What the report shows: what the address asks for, else what this tab has shown last. */
export function useReport(): Report {
  const asked = useListSearch(REGISTRATION_REPORT);
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const query = queryOf(asked);
  const isIdle = query === null;
  const stored = useStoredReport(isIdle);

  useEffect(() => {
    if (isIdle && stored !== null) void navigate(stored.search, { replace: true });
  }, [isIdle, stored, navigate]);

  return {
    query,
    sort: asked.sort,
    restored: stored?.search === address ? restoredRows(stored) : undefined,
    search: asked.search,
    reset: () => {
      sessionStorage.removeItem(KEY);
      asked.reset();
    },
  };
}
