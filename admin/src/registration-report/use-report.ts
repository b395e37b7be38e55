import type { RegistrationReportRow, ReportQuery } from '@kidlab/contract';
import { useEffect, useState } from 'react';
import type { GetListResult } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';

import { useListSearch } from '../layout/list/list-address.js';
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

function rowsOf({ results: data, total }: StoredReport): GetListResult<RegistrationReportRow> {
  return total === undefined ? { data, pageInfo: { hasNextPage: true } } : { data, total };
}

/** What the report shows: what the address asks for, else what this tab has shown last. */
export function useReport() {
  const { filter, sort, search, reset } = useListSearch(REGISTRATION_REPORT);
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const [stored, setStored] = useState(readStoredReport);
  const isIdle = filter === null;
  useEffect(() => {
    const last = isIdle ? readStoredReport() : null;
    if (last !== null) void navigate(last.search, { replace: true });
  }, [isIdle, navigate]);

  const { familyName, state }: Readonly<Record<string, unknown>> = filter ?? {};
  const query: ReportQuery = {
    ...(typeof familyName === 'string' ? { familyName } : {}),
    ...(state === 'awaiting' ? { state } : {}),
  };
  return {
    /** What the address asks for; `null`: nothing yet. */
    query: isIdle ? null : query,
    /** The order of the rows, unless it is the default one. */
    sort,
    /** What it asks for is there already, from before the page was loaded again. */
    restored: stored?.search === address ? rowsOf(stored) : undefined,
    search: (wanted: object): void => {
      setStored(null);
      search(wanted);
    },
    reset: (): void => {
      sessionStorage.removeItem(KEY);
      setStored(null);
      reset();
    },
  };
}
