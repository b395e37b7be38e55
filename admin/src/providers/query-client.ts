import { QueryClient } from '@tanstack/react-query';

import { CallError } from './http.js';

/** Statuses of a server that is away for a moment; `null`: no answer at all. */
const PASSING: ReadonlySet<number | null> = new Set([null, 502, 503, 504]);
const PAUSE = 600;

/** Whether the line is silent: the wait for an answer was long enough already. */
function hasTimedOut({ cause }: CallError): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}

/** How long after a lost connection it is tried again, in milliseconds; pages that nobody looks at wait. */
export const TRY_AGAIN_AFTER = 10_000;

/**
 * What the pages behind the sign-in have asked for, empty. Made anew each time they are entered: a refusal kept from
 * the session before would log the next one out.
 *
 * Nothing is fetched unless the person does something: a call keeps the session alive on the server, and a portal
 * that nobody uses must not. What failed for a moment is tried once more, and a lost connection until it is back; a
 * refusal is not. Without a line a call fails at once instead of waiting for it without a word.
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
