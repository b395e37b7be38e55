import {
  type ChildrenFigure,
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

import { json, type Query } from './http.js';
import {
  countList,
  type Listed,
  type ListRequest,
  type ListSort,
  readList,
  sortQuery,
  type StreamedList,
} from './lists.js';
import { privacyCalls } from './privacy-calls.js';
import { secondFactorCalls } from './second-factor-calls.js';

/**
 * The documented staff calls, typed. All of them throw `CallError`; through `usePortalProvider` a 401 logs out by
 * itself. Figures and lists take the signal that `useQuery` hands out.
 */
export type PortalCalls = typeof portalCalls;

type SummaryColumn = (typeof SUMMARY_COLUMNS)[number];
type ReportColumn = (typeof REPORT_COLUMNS)[number];

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
};
