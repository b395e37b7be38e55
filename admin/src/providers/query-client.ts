import { QueryClient } from '@tanstack/react-query';

import { CallError } from './http.js';

/** Statuses worth a retry; `null` without an answer. */
const PASSING: ReadonlySet<number | null> = new Set([null, 502, 503, 504]);
const PAUSE = 600;

/** A time-out has waited long enough. */
function hasTimedOut({ cause }: CallError): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}

/** Retry interval after a lost connection, in milliseconds; hidden tabs wait. */
export const TRY_AGAIN_AFTER = 10_000;

/**
 * A client for one session: a 401 cached from the last session would end the next one.
 *
 * Nothing is fetched in the background, because each call extends the session on the server. A passing failure is
 * retried once, a lost connection until it is back, a refusal never. Offline, a call fails at once.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => state.status === 'error',
        refetchInterval: ({ state: { error } }) =>
          error instanceof CallError && error.status === null ? TRY_AGAIN_AFTER : false,
        retry: (failures, error) =>
          failures < 1 &&
          error instanceof CallError &&
          PASSING.has(error.status) &&
          !hasTimedOut(error),
        retryDelay: PAUSE,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
