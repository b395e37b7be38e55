import { QueryClient } from '@tanstack/react-query';

import { CallError } from './http.js';

/** Statuses of a server that is away for a moment; `null`: no answer at all. */
const PASSING: ReadonlySet<number | null> = new Set([null, 502, 503, 504]);
const PAUSE = 600;

/**
 * What the pages behind the sign-in have asked for, empty. Made anew each time they are entered: a refusal kept from the
 * session before would log the next one out.
 *
 * Nothing is fetched unless the person does something: a call keeps the session alive on the server, and a portal that
 * nobody uses must not. What failed for a moment is tried once more; a refusal is not.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) =>
          failures < 1 && error instanceof CallError && PASSING.has(error.status),
        retryDelay: PAUSE,
      },
    },
  });
}
