import {
  type AccessFormat,
  type AccessReport,
  ADMIN_API_PATH,
  type ChildrenFigure,
  type ErasureReceipt,
  type ErasureRequest,
  type RecoveryCodes,
  type RetentionPreview,
  type SecondFactorProof,
  type SecondFactorSetup,
  type SecondFactorStatus,
  type FamilySummaryRow,
  type ExportedGrid,
  type FollowUpResponse,
  type HandsFigure,
  type LanguagesFigure,
  type MailRow,
  type MessageResponse,
  type NewStaffUser,
  type ReferralsFigure,
  type RegistrationReportRow,
  type RegistrationsFigure,
  type REPORT_COLUMNS,
  type ReportQuery,
  type SearchCount,
  type SearchQuery,
  SIMPLE_REST,
  STAFF_CALLS,
  type StaffFamilyDetails,
  type StaffUser,
  type SUMMARY_COLUMNS,
  type WaitingFigure,
} from '@kidlab/contract';

import { type Answer, call, json, type Query, type StreamedList } from './http.js';

export interface ListSort<Column extends string = string> {
  readonly field: Column;
  readonly order: 'ASC' | 'DESC';
}

/** Which rows of a list, and in which order. */
export interface ListRequest<Column extends string = string> {
  /** Left out: the server's own order. */
  readonly sort?: ListSort<Column>;
  /** Rows before the first one that is wanted. */
  readonly offset: number;
  /** Rows that are wanted; `SIMPLE_REST.maxRows` at most. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** A page of a list. */
export interface Listed<Row> {
  readonly data: Row[];
  /** Rows on all pages. Above `SEARCH.countedUpTo` it means "more than that". */
  readonly total: number;
}

function totalOf({ headers }: Answer): number {
  return Number(headers.get('Content-Range')?.split('/').pop() ?? NaN);
}

function sortQuery(sort?: ListSort): Query {
  return sort === undefined ? {} : { sort: JSON.stringify([sort.field, sort.order]) };
}

/** Reads one page of a list below the staff path. @throws CallError */
async function readList<Row, Column extends string>(
  path: string,
  query: Query,
  { sort, offset, limit, signal }: ListRequest<Column>,
): Promise<Listed<Row>> {
  const answer = await call('GET', ADMIN_API_PATH + path, {
    query: {
      ...query,
      ...sortQuery(sort),
      range: JSON.stringify([offset, offset + limit - 1]),
    },
    signal,
  });
  return { data: answer.json as Row[], total: totalOf(answer) };
}

/** How many rows `openList` would send, exactly. @throws CallError */
async function countList({ path, query }: StreamedList): Promise<number> {
  return totalOf(await call('HEAD', ADMIN_API_PATH + path, { query }));
}

/** Documented lists that are no resources of the server, readable with react-admin's `List` all the same. */
export const FAMILY_SUMMARIES = 'family-summaries';
export const REGISTRATION_REPORT = 'registration-report';

type SummaryColumn = (typeof SUMMARY_COLUMNS)[number];
type ReportColumn = (typeof REPORT_COLUMNS)[number];

/** A call on the second factor. */
const factor = (name: string): string => STAFF_CALLS.secondFactor + name;

const one = (path: string, id: string | number): string => `${path}/${encodeURIComponent(id)}`;

function figure<Row>(name: string) {
  return (signal?: AbortSignal): Promise<Row[]> =>
    json<Row[]>('GET', one(STAFF_CALLS.figures, name), { signal });
}

/** The query of both search calls. `All` is no filter, and what is empty is not sent. */
function searchQuery({ gender, ...rest }: SearchQuery): Query {
  const query: Query = { ...rest, gender: gender === 'All' ? undefined : gender };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** The name goes trimmed and in lower case, as documented. */
function reportQuery({ familyName = '', state }: ReportQuery): Query {
  return { familyName: familyName.trim().toLowerCase(), state };
}

/** All rows of a list, as the exports stream them. */
export function detailList(query: SearchQuery): StreamedList {
  const sort = { field: 'id', order: 'ASC' } as const;
  return { path: STAFF_CALLS.searchDetails, query: { ...searchQuery(query), ...sortQuery(sort) } };
}

export function reportList(query: ReportQuery, sort?: ListSort<ReportColumn>): StreamedList {
  return { path: STAFF_CALLS.report, query: { ...reportQuery(query), ...sortQuery(sort) } };
}

export function gridList(grid: ExportedGrid, filter: object): StreamedList {
  return { path: one(STAFF_CALLS.exports, grid), query: { filter: JSON.stringify(filter) } };
}

/**
 * The documented staff calls, typed. All of them throw `CallError`; figures and lists take the signal that `useQuery`
 * hands out.
 */
export const portalCalls = {
  /** Families that a search finds. */
  searchSummary: (
    query: SearchQuery,
    request: ListRequest<SummaryColumn>,
  ): Promise<Listed<FamilySummaryRow>> =>
    readList(STAFF_CALLS.searchSummary, searchQuery(query), request),

  /** How many families and children a search finds. */
  countSearch: (query: SearchQuery, signal?: AbortSignal): Promise<SearchCount> =>
    json('GET', STAFF_CALLS.searchCount, { query: searchQuery(query), signal }),

  /** Families with what they were mailed. */
  registrationReport: (
    query: ReportQuery,
    request: ListRequest<ReportColumn>,
  ): Promise<Listed<RegistrationReportRow>> =>
    readList(STAFF_CALLS.report, reportQuery(query), request),

  /** How many rows an export would have, exactly. */
  countRows: countList,

  /** @throws CallError whose `serverMessage` is the server's text, `null` where it has said nothing. */
  resendConfirmation: (email: string): Promise<MessageResponse> =>
    json('POST', STAFF_CALLS.resend, { query: { email } }),

  /** Queues the second notices that are due; a repeat sends nothing twice. */
  sendFollowUps: (): Promise<FollowUpResponse> => json('POST', STAFF_CALLS.followUp),

  /** @throws CallError 404 `GUID not found`. */
  familyByGuid: (guid: string, signal?: AbortSignal): Promise<StaffFamilyDetails> =>
    json('GET', one(STAFF_CALLS.familyByGuid, guid), { signal }),

  /** @throws CallError 404. */
  guidOfFamily: (email: string): Promise<string> =>
    json('GET', STAFF_CALLS.familyGuid, { query: { email } }),

  /** All users. */
  listUsers: (signal?: AbortSignal): Promise<StaffUser[]> =>
    json('GET', STAFF_CALLS.users, { signal }),

  /** @throws CallError 400, 409 for a duplicate. */
  addUser: (email: string, formKey: string): Promise<StaffUser> => {
    const user: NewStaffUser = { email: email.trim().toLowerCase(), enabled: true };
    return json('POST', STAFF_CALLS.users, { json: user, formKey });
  },

  /** @throws CallError 409 for oneself and for the last user administrator. */
  enableUser: (id: number, enabled: boolean): Promise<StaffUser> =>
    json('PUT', one(STAFF_CALLS.users, id), { json: { enabled } }),

  /** @throws CallError 409 for oneself and for the last user administrator. */
  deleteUser: (id: number): Promise<void> => json('DELETE', one(STAFF_CALLS.users, id)),

  /** The mail history of a family, newest first. */
  mailsOfFamily: (familyId: number, signal?: AbortSignal): Promise<Listed<MailRow>> =>
    readList(
      STAFF_CALLS.mails,
      { familyId },
      {
        sort: { field: 'createdAt', order: 'DESC' },
        offset: 0,
        limit: SIMPLE_REST.maxRows,
        signal,
      },
    ),

  /** Puts a failed mail back into the queue. @throws CallError 409 for one that has not failed. */
  retryMail: (id: string): Promise<MessageResponse> =>
    json('POST', `${one(STAFF_CALLS.mails, id)}/retry`),

  childrenFigure: figure<ChildrenFigure>('children'),
  registrationsFigure: figure<RegistrationsFigure>('registrations'),
  waitingFigure: figure<WaitingFigure>('waiting'),
  referralsFigure: figure<ReferralsFigure>('referrals'),
  languagesFigure: figure<LanguagesFigure>('languages'),
  handsFigure: figure<HandsFigure>('hands'),

  // Privacy: for user administrators; all of them throw `CallError` 403 for other staff.

  /** Everything about an address. @throws CallError 400 for what is none. */
  searchAddress: (email: string): Promise<AccessReport> =>
    json('POST', STAFF_CALLS.privacySearch, { json: { email } }),

  /** The same as a file's text. */
  downloadAddress: async (email: string, format: AccessFormat): Promise<string> => {
    const path = ADMIN_API_PATH + STAFF_CALLS.privacyDownload;
    return (await call('POST', path, { json: { email, format } })).text;
  },

  /**
   * @throws CallError 400 where the address is not confirmed; 409 when what there is has changed, or a rule forbids
   * it.
   */
  eraseAddress: (request: ErasureRequest): Promise<ErasureReceipt> =>
    json('POST', STAFF_CALLS.privacyErase, { json: request }),

  /** The newest receipts of erasures. */
  erasureReceipts: (signal?: AbortSignal): Promise<ErasureReceipt[]> =>
    json('GET', STAFF_CALLS.privacyReceipts, { signal }),

  /** Lets an erased address be mailed again. @throws CallError 409 when it may be. */
  liftSuppression: (email: string): Promise<void> =>
    json('POST', STAFF_CALLS.privacyLift, { json: { email } }),

  /** What the next scheduled erasure would erase. @throws CallError 403 for all but user administrators. */
  retentionPreview: (signal?: AbortSignal): Promise<RetentionPreview> =>
    json('GET', STAFF_CALLS.retentionPreview, { signal }),

  // The second factor: all of them throw `CallError`: 400 names `password` or `code`.

  secondFactor: (): Promise<SecondFactorStatus> => json('GET', STAFF_CALLS.secondFactor),

  /** A new key for an app, which counts once `confirmSecondFactor` was given a code of it. */
  setUpSecondFactor: (proof: SecondFactorProof): Promise<SecondFactorSetup> =>
    json('POST', factor('/setup'), { json: proof }),

  /** @throws CallError 409 when the key is too old. */
  confirmSecondFactor: (code: string): Promise<RecoveryCodes> =>
    json('POST', factor('/confirm'), { json: { code } }),

  makeRecoveryCodes: (proof: SecondFactorProof): Promise<RecoveryCodes> =>
    json('POST', factor('/recovery-codes'), { json: proof }),

  /** @throws CallError 409 for who must have one. */
  switchSecondFactorOff: (proof: SecondFactorProof): Promise<void> =>
    json('POST', factor('/off'), { json: proof }),

  /** Takes a colleague's away. @param proof of who is signed in. @throws CallError 409 for one's own. */
  resetSecondFactor: (userId: number, proof: SecondFactorProof): Promise<void> =>
    json('POST', `${one(STAFF_CALLS.users, userId)}${factor('/reset')}`, { json: proof }),
};
