import type { RegistrationReportRow, ReportQuery } from '@kidlab/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { type ListSearch, useListSearch } from '../layout/list/use-list-search.js';
import { REGISTRATION_REPORT } from '../providers/virtual-resources.js';

/**
 * The last report of this tab: family name and results, kept in session storage and restored when the page is loaded
 * again. Source: admin portal, section 2. Logging out clears it with all of session storage.
 */
interface StoredReport {
  readonly familyName: string;
  /** The part of the address, from `?` on, that asked for it. */
  readonly search: string;
  readonly results: RegistrationReportRow[];
  readonly total: number;
}

const KEY = 'registrationReport';

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

type Unknown<Type> = { readonly [Field in keyof Type]?: unknown };

function isRow(value: unknown): value is RegistrationReportRow {
  if (typeof value !== 'object' || value === null) return false;
  const row = value as Unknown<RegistrationReportRow>;
  return (
    typeof row.id === 'number' &&
    [row.guid, row.email, row.familyName, row.okayToContactIndicator].every(isText) &&
    [row.firstName, row.registeredDate, row.firstEmailSentDate, row.secondEmailSentDate].every(
      isTextOrNull,
    )
  );
}

function isReport(value: unknown): value is StoredReport {
  if (typeof value !== 'object' || value === null) return false;
  const report = value as Unknown<StoredReport>;
  return (
    [report.familyName, report.search].every(isText) &&
    typeof report.total === 'number' &&
    Array.isArray(report.results) &&
    report.results.every(isRow)
  );
}

/** A broken store is only logged. What it holds names families, so it is not a part of the message. */
function attempt<Result>(what: string, act: () => Result, otherwise: Result): Result {
  try {
    return act();
  } catch {
    console.error(`The registration report could not be ${what}.`);
    return otherwise;
  }
}

/** The report that was kept last; `null`: none, or one that can't be read. */
function readStoredReport(): StoredReport | null {
  return attempt(
    'restored',
    () => {
      const text = sessionStorage.getItem(KEY);
      if (text === null) return null;
      const report = JSON.parse(text) as unknown;
      if (!isReport(report)) throw new TypeError('not a report');
      return report;
    },
    null,
  );
}

export function storeReport(report: StoredReport): void {
  attempt(
    'kept',
    () => {
      sessionStorage.setItem(KEY, JSON.stringify(report));
    },
    undefined,
  );
}

function forgetStoredReport(): void {
  attempt(
    'forgotten',
    () => {
      sessionStorage.removeItem(KEY);
    },
    undefined,
  );
}

/** A page of rows that need not be fetched. */
interface RestoredRows {
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
