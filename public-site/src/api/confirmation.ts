import {
  type ConfirmationStatus,
  type ConfirmRequest,
  type MessageResponse,
  PUBLIC_CALLS,
} from '@kidlab/contract';

import { call, CallError } from './http.js';

/**
 * Whether a mailed link still opens the confirm form. Anything unreadable counts as unknown, and so does a guid that the
 * server can't read (400).
 */
export async function confirmationStatus(guid: string): Promise<ConfirmationStatus> {
  const status = (await call('GET', PUBLIC_CALLS.confirm, { query: { guid } }).catch(
    (error: unknown) => {
      if (error instanceof CallError && error.status === 400) return undefined;
      throw error;
    },
  )) as ConfirmationStatus | { valid?: undefined; reason?: undefined } | undefined;
  if (status?.valid === true) return status;
  return { valid: false, reason: status?.reason ?? 'unknown' };
}

/** Confirms the registration behind a mailed link. A `message` in the answer means success. */
export async function confirmAndRegister(
  guid: string,
  request: ConfirmRequest,
): Promise<Partial<MessageResponse> | undefined> {
  return (await call('POST', PUBLIC_CALLS.confirmAndRegister, {
    query: { guid },
    json: request,
  })) as Partial<MessageResponse> | undefined;
}

/** Has a new link mailed to the address that a dead one belongs to. */
export async function requestNewLink(guid: string): Promise<Partial<MessageResponse> | undefined> {
  return (await call('POST', PUBLIC_CALLS.newLink, { query: { guid } })) as
    Partial<MessageResponse> | undefined;
}

/** Erases the unconfirmed family behind a mailed link. */
export async function removeMyData(guid: string): Promise<Partial<MessageResponse> | undefined> {
  return (await call('POST', PUBLIC_CALLS.removeMyData, { query: { guid } })) as
    Partial<MessageResponse> | undefined;
}
