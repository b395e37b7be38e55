import {
  type AnswersConflict,
  type AnswersRequest,
  type InvitationView,
  type MailPreferences,
  type MailPreferencesRequest,
  MESSAGES,
  PUBLIC_CALLS,
} from '@kidlab/contract';

import { addressOf, call, CallError } from './http.js';

/** Makes a call. @throws CallError also for a response without `field` */
async function callFor<Shape>(
  field: keyof Shape,
  ...request: Parameters<typeof call>
): Promise<Shape> {
  const answer = await call<Shape>(...request);
  if (answer?.[field] !== undefined) return answer as Shape;
  throw new CallError(MESSAGES.unexpectedResponse, 200);
}

export function fetchInvitation(guid: string): Promise<InvitationView> {
  return callFor('children', 'GET', PUBLIC_CALLS.invitation, { query: { guid } });
}

/** Sends or changes the answers. Safe to repeat. */
export function sendAnswers(guid: string, json: AnswersRequest): Promise<InvitationView> {
  return callFor('children', 'POST', PUBLIC_CALLS.answers, { query: { guid }, json });
}

export function calendarAddress(guid: string, slotId: number): string {
  return addressOf(PUBLIC_CALLS.calendar, { guid, slot: String(slotId) });
}

export function fetchPreferences(guid: string): Promise<MailPreferences> {
  return callFor('isSubscribed', 'GET', PUBLIC_CALLS.mailPreferences, { query: { guid } });
}

export function changePreferences(
  guid: string,
  json: MailPreferencesRequest,
): Promise<MailPreferences> {
  return callFor('isSubscribed', 'POST', PUBLIC_CALLS.mailPreferences, { query: { guid }, json });
}

/** The current state, if another answer was saved meanwhile. */
export function presentOf(error: unknown): InvitationView | undefined {
  return error instanceof CallError ? (error.body as Partial<AnswersConflict>).present : undefined;
}
