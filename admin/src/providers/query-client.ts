import { QueryCache, QueryClient } from '@tanstack/react-query';

import { SIGNED_IN_USER } from './auth-provider.js';
import { CallError, isSessionOver } from './http.js';

/** Statuses worth a retry; `null` without a response. */
const RETRYABLE: ReadonlySet<number | null> = new Set([null, 502, 503, 504]);
const PAUSE = 600;

/** After a time-out, the user has waited long enough for this call. */
function hasTimedOut({ cause }: CallError): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}

/** Retry interval after a lost connection, in milliseconds; hidden tabs wait. */
export const TRY_AGAIN_AFTER = 10_000;

/**
 * A client for one session: a 401 cached from the last session would end the next one.
 *
 * Nothing is fetched in the background, because each call extends the session on the server. A temporary failure is
 * retried once, a lost connection until it is back, any other error never. Offline, a call fails immediately.
 *
 * After a 401, which may belong to an earlier session, it calls "whoami", which goes to the login page if there is no
 * session. Several reads with a 401 share that call, so the portal leaves only once.
 */
export function newQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const { queryKey } = SIGNED_IN_USER;
        if (!isSessionOver(error) || query.queryKey === queryKey) return;
        void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
      },
    }),
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
          RETRYABLE.has(error.status) &&
          !hasTimedOut(error),
        retryDelay: PAUSE,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
