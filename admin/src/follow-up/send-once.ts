import type { FollowUpResponse } from '@kidlab/contract';

/** What each visit of the page has sent, by the visit's key in the browser's history. */
const visits = new Map<string, Promise<FollowUpResponse>>();

/**
 * Sends once a visit, however often the page is drawn. A visit that failed may try again.
 * @param visit key of the visit (`useLocation().key`).
 */
export function sendOnce(
  visit: string,
  send: () => Promise<FollowUpResponse>,
): Promise<FollowUpResponse> {
  const sent = visits.get(visit);
  if (sent !== undefined) return sent;
  const sending = send();
  visits.set(visit, sending);
  sending.catch(() => {
    visits.delete(visit);
  });
  return sending;
}
