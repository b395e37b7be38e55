import {
  type ChildRequest,
  IDEMPOTENCY_HEADER,
  type MessageResponse,
  MESSAGES,
  PUBLIC_CALLS,
  type RegisterRequest,
  type RegisterResponse,
  type RegistrationDraft,
} from '@kidlab/contract';

import { type Answer, call, CallError, statusOf } from './http.js';

/** Step 1: creates or updates the draft. */
export function register(request: RegisterRequest): Answer<RegisterResponse & MessageResponse> {
  return call('POST', PUBLIC_CALLS.register, { json: request });
}

/** The guid of this session's draft with that e-mail address; `null` when there is none. */
export async function familyGuid(email: string): Promise<string | null> {
  const guid: unknown = await call('GET', PUBLIC_CALLS.familyGuid, { query: { email } });
  return (typeof guid === 'string' && guid) || null;
}

/** This session's draft. @throws CallError 401 when it has expired */
export async function fetchDraft(guid: string): Promise<RegistrationDraft> {
  try {
    return (await call('GET', PUBLIC_CALLS.draft, { query: { guid } })) as RegistrationDraft;
  } catch (error) {
    throw statusOf(error) === 404 ? new CallError(MESSAGES.sessionExpired, 401) : error;
  }
}

/** Saves a child. @param key the client's UUID of the child, which makes the call safe to repeat */
export async function saveChild(key: string, child: ChildRequest): Promise<void> {
  const headers = { [IDEMPOTENCY_HEADER]: key };
  await call('POST', PUBLIC_CALLS.children, { json: child, headers });
}

/** Deletes a child of this session's draft. Safe to repeat. */
export async function deleteChild(id: number): Promise<void> {
  await call('DELETE', `${PUBLIC_CALLS.children}/${String(id)}`).catch((error: unknown) => {
    if (statusOf(error) !== 404) throw error;
  });
}

/** Step 3, first call: accepts the agreement for that version of the draft and mails the confirmation. */
export async function sendConfirmationEmail(email: string, version: string): Promise<void> {
  const headers = { 'If-Match': `"${version}"` };
  await call('POST', PUBLIC_CALLS.sendConfirmation, { form: { email }, headers });
}

/** Step 3, second call. */
export async function updateFamilyDetails(email: string): Promise<void> {
  await call('PUT', PUBLIC_CALLS.updateFamilyDetails, { form: { email } });
}

/** Erases this session's unconfirmed family. @returns whether there was one */
export async function eraseFamily(email: string): Promise<boolean> {
  try {
    await call('DELETE', PUBLIC_CALLS.familyByEmail, { query: { email } });
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 400) return false;
    throw error;
  }
}

export async function extendDraft(): Promise<void> {
  await call('POST', PUBLIC_CALLS.extend);
}

export function resendConfirmationEmail(email: string): Answer<MessageResponse> {
  return call('POST', PUBLIC_CALLS.resend, { form: { email } });
}
