import {
  type ChildFilter,
  type ChildRecordRequest,
  type ChildrenFigure,
  type DETAIL_COLUMNS,
  type FamilyDetailRow,
  type FamilyChange,
  type FamilyFilter,
  type FamilyRequest,
  type FamilySummaryRow,
  type FollowUpResponse,
  type GuardianChange,
  type GuardianFilter,
  type GuardianRequest,
  type HandsFigure,
  type LanguagesFigure,
  type MailRow,
  type MessageResponse,
  type NewStaffUser,
  type RecordChange,
  type ReferralsFigure,
  type RegistrationReportRow,
  type RegistrationsFigure,
  type REPORT_COLUMNS,
  type ReportQuery,
  type SearchCount,
  type SearchQuery,
  SIMPLE_REST,
  STAFF_CALLS,
  type StaffChild,
  type StaffFamily,
  type StaffFamilyDetails,
  type StaffGuardian,
  type StaffUser,
  type StaffUserFilter,
  type SUMMARY_COLUMNS,
  type WaitingFigure,
} from '@kidlab/contract';

import { type Query } from './http.js';
import { countList, type Listed, type ListRequest, openList, readList } from './lists.js';
import { privacyCalls } from './privacy-calls.js';
import { json } from './staff-call.js';
import { secondFactorCalls } from './second-factor-calls.js';

/**
 * The documented staff calls, typed. All of them throw `CallError`; through `usePortalProvider` a 401 logs out by itself.
 * Figures and lists take the signal that `useQuery` hands out.
 */
export type PortalCalls = typeof portalCalls;

type SummaryColumn = (typeof SUMMARY_COLUMNS)[number];
type DetailColumn = (typeof DETAIL_COLUMNS)[number];
type ReportColumn = (typeof REPORT_COLUMNS)[number];

/** What the grids list, and what they are filtered by. */
export interface GridRecords {
  families: { record: StaffFamily; filter: FamilyFilter };
  guardians: { record: StaffGuardian; filter: GuardianFilter };
  children: { record: StaffChild; filter: ChildFilter };
  users: { record: StaffUser; filter: StaffUserFilter };
}

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

export const portalCalls = {
  ...privacyCalls,

  ...secondFactorCalls,

  /** Families that a search finds. */
  searchSummary: (
    query: SearchQuery,
    request: ListRequest<SummaryColumn>,
  ): Promise<Listed<FamilySummaryRow>> =>
    readList(STAFF_CALLS.searchSummary, searchQuery(query), request),

  /** How many families and children a search finds. */
  countSearch: (query: SearchQuery, signal?: AbortSignal): Promise<SearchCount> =>
    json('GET', STAFF_CALLS.searchCount, { query: searchQuery(query), signal }),

  /** Children that a search finds, with their families: what is exported. */
  searchDetails: (
    query: SearchQuery,
    request: ListRequest<DetailColumn>,
  ): Promise<Listed<FamilyDetailRow>> =>
    readList(STAFF_CALLS.searchDetails, searchQuery(query), request),

  /** The same, all of them, as the text of a JSON list while it arrives: for the export, by the families' ids. */
  openSearchDetails: (
    query: SearchQuery,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<string, void>> =>
    openList<DetailColumn>(STAFF_CALLS.searchDetails, searchQuery(query), {
      sort: { field: 'id', order: 'ASC' },
      signal,
    }),

  /** Families with what they were mailed. */
  registrationReport: (
    query: ReportQuery,
    request: ListRequest<ReportColumn>,
  ): Promise<Listed<RegistrationReportRow>> =>
    readList(STAFF_CALLS.report, reportQuery(query), request),

  /** The same, all of them, as the text of a JSON list while it arrives: for the export. */
  openRegistrationReport: (
    query: ReportQuery,
    request: Pick<ListRequest<ReportColumn>, 'sort' | 'signal'>,
  ): Promise<AsyncGenerator<string, void>> =>
    openList(STAFF_CALLS.report, reportQuery(query), request),

  /** All rows of a grid, by id, as the text of a JSON list while it arrives: for the export. */
  openGrid: <Grid extends keyof GridRecords>(
    grid: Grid,
    filter: GridRecords[Grid]['filter'],
    signal: AbortSignal,
  ): Promise<AsyncGenerator<string, void>> =>
    openList(one(STAFF_CALLS.exports, grid), { filter: JSON.stringify(filter) }, { signal }),

  /** How many rows the exports would have. */
  countSearchDetails: (query: SearchQuery, signal: AbortSignal): Promise<number> =>
    countList(STAFF_CALLS.searchDetails, searchQuery(query), signal),
  countRegistrationReport: (query: ReportQuery, signal: AbortSignal): Promise<number> =>
    countList(STAFF_CALLS.report, reportQuery(query), signal),
  countGrid: <Grid extends keyof GridRecords>(
    grid: Grid,
    filter: GridRecords[Grid]['filter'],
    signal: AbortSignal,
  ): Promise<number> =>
    countList(one(STAFF_CALLS.exports, grid), { filter: JSON.stringify(filter) }, signal),

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

  /** With guardians and children: all of it, or nothing. @throws CallError 400 with fields, 409 for a taken address. */
  createFamily: (request: FamilyRequest, formKey: string): Promise<StaffFamilyDetails> =>
    json('POST', STAFF_CALLS.families, { json: request, formKey }),

  /** @throws CallError 409 with `stale` when somebody has saved in between (send `version`). */
  updateFamily: (guid: string, change: FamilyChange): Promise<StaffFamilyDetails> =>
    json('PUT', one(STAFF_CALLS.updateByGuid, guid), { json: { guid, ...change } }),

  deleteFamily: (id: number): Promise<void> => json('DELETE', one(STAFF_CALLS.familyById, id)),

  guardianById: (id: number, signal?: AbortSignal): Promise<StaffGuardian> =>
    json('GET', one(STAFF_CALLS.guardians, id), { signal }),

  createGuardian: (request: GuardianRequest, formKey: string): Promise<StaffGuardian> =>
    json('POST', STAFF_CALLS.guardians, { json: request, formKey }),

  updateGuardian: (id: number, change: GuardianChange): Promise<StaffGuardian> =>
    json('PUT', one(STAFF_CALLS.guardians, id), { json: change }),

  /** @throws CallError 409 for the family's last one. */
  deleteGuardian: (id: number): Promise<void> => json('DELETE', one(STAFF_CALLS.guardians, id)),

  childById: (id: number, signal?: AbortSignal): Promise<StaffChild> =>
    json('GET', one(STAFF_CALLS.children, id), { signal }),

  createChild: (request: ChildRecordRequest, formKey: string): Promise<StaffChild> =>
    json('POST', STAFF_CALLS.children, { json: request, formKey }),

  updateChild: (id: number, change: RecordChange<ChildRecordRequest>): Promise<StaffChild> =>
    json('PUT', one(STAFF_CALLS.children, id), { json: change }),

  /** @throws CallError 409 for the family's last one. */
  deleteChild: (id: number): Promise<void> => json('DELETE', one(STAFF_CALLS.children, id)),

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
};
