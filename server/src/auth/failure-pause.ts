import { STAFF_MESSAGES } from '@kidlab/contract';

import { tooManyRequests } from '../common/failures.js';
import type { FailureKey, FailureLimit } from './failure-limit.js';

/** @throws 429, with the seconds to wait, while one of the keys has too many failures. */
export async function refuseInPause(
  limit: FailureLimit,
  keys: readonly FailureKey[],
): Promise<void> {
  const seconds = await limit.pause(keys);
  if (seconds === null) return;
  throw tooManyRequests(STAFF_MESSAGES.tooManyFailures, seconds);
}
