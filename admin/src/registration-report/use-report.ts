import type { RegistrationReportRow, ReportQuery } from '@kidlab/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { type ListSearch, useListSearch } from '../layout/list/index.js';
import { REGISTRATION_REPORT } from '../providers/virtual-resources.js';
import { forgetStoredReport, readStoredReport, type StoredReport } from './stored-report.js';

/** A page of rows that need not be fetched. */
export interface RestoredRows {
  readonly data: RegistrationReportRow[];
  readonly total: number;
}

export interface Report {
  /** What the address asks for; `null`: nothing yet. */
  readonly query: ReportQuery | null;
  /** The order of the rows, unless it is the default one. */
  readonly sort: ListSearch['sort'];
  /** What it asks for is there already, from before the page was loaded again. */
  readonly restored: RestoredRows | undefined;
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
    restored:
      stored?.search === address ? { data: stored.results, total: stored.total } : undefined,
    search: asked.search,
    reset: () => {
      forgetStoredReport();
      asked.reset();
    },
  };
}
