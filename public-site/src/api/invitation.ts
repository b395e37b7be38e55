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

/** @throws CallError for an answer that is not what was agreed: it lacks `field`. */
function whole<Shape>(answer: Partial<Shape> | undefined, field: keyof Shape): Shape {
  if (answer?.[field] !== undefined) return answer as Shape;
  throw new CallError(MESSAGES.unexpectedResponse, 200);
}

/** The invitation behind a mailed link. Changes nothing. */
export async function fetchInvitation(guid: string): Promise<InvitationView> {
  return whole(
    await call<InvitationView>('GET', PUBLIC_CALLS.invitation, { query: { guid } }),
    'children',
  );
}

/** Answers it, or changes the answer. A repeat changes nothing. */
export async function sendAnswers(guid: string, json: AnswersRequest): Promise<InvitationView> {
  return whole(
    await call<InvitationView>('POST', PUBLIC_CALLS.answers, { query: { guid }, json }),
    'children',
  );
}

/** Where the calendar file of a session is, for a family that has a seat. */
export function calendarAddress(guid: string, slotId: number): string {
  return addressOf(PUBLIC_CALLS.calendar, { guid, slot: String(slotId) });
}

export async function fetchPreferences(guid: string): Promise<MailPreferences> {
  return whole(
    await call<MailPreferences>('GET', PUBLIC_CALLS.mailPreferences, { query: { guid } }),
    'isSubscribed',
  );
}

export async function changePreferences(
  guid: string,
  json: MailPreferencesRequest,
): Promise<MailPreferences> {
  const options = { query: { guid }, json };
  return whole(
    await call<MailPreferences>('POST', PUBLIC_CALLS.mailPreferences, options),
    'isSubscribed',
  );
}

/** What is there now, where another answer has come in between. */
export function presentOf(error: unknown): InvitationView | undefined {
  if (!(error instanceof CallError)) return undefined;
  return (error.body as Partial<AnswersConflict> | null)?.present;
}
