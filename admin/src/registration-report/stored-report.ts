import type { RegistrationReportRow } from '@kidlab/contract';

/**
 * The last report of this tab: family name and results, kept in session storage and restored when the page is loaded
 * again. Source: admin portal, section 2. Logging out clears it with all of session storage.
 */
export interface StoredReport {
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
export function readStoredReport(): StoredReport | null {
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

export function forgetStoredReport(): void {
  attempt(
    'forgotten',
    () => {
      sessionStorage.removeItem(KEY);
    },
    undefined,
  );
}
