import {
  type ConfirmationStatus,
  type ConfirmRequest,
  type MessageResponse,
  PUBLIC_CALLS,
} from '@kidlab/contract';

import { type Answer, call, statusOf } from './http.js';

/** Whether a mailed link still opens the confirm form. Anything unreadable counts as unknown. */
export async function confirmationStatus(guid: string): Promise<ConfirmationStatus> {
  const status = (await call('GET', PUBLIC_CALLS.confirm, { query: { guid } }).catch(
    (error: unknown) => {
      if (![400, 404, 410].includes(statusOf(error) ?? 0)) throw error;
    },
  )) as ConfirmationStatus | { valid?: undefined; reason?: undefined } | undefined;
  if (status?.valid === true) return status;
  return { valid: false, reason: status?.reason ?? 'unknown' };
}

/** A `message` in the response means success. */
export function confirmAndRegister(guid: string, request: ConfirmRequest): Answer<MessageResponse> {
  return call('POST', PUBLIC_CALLS.confirmAndRegister, { query: { guid }, json: request });
}

/** Mails a new link to the address of a dead one. */
export function requestNewLink(guid: string): Answer<MessageResponse> {
  return call('POST', PUBLIC_CALLS.newLink, { query: { guid } });
}

/** Erases the unconfirmed family behind a mailed link. */
export function removeMyData(guid: string): Answer<MessageResponse> {
  return call('POST', PUBLIC_CALLS.removeMyData, { query: { guid } });
}
