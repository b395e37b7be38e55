import { STAFF_MESSAGES } from '@kidlab/contract';

import { CallError } from './http.js';

const SESSION_OVER = 401;

/**
 * Passes an answer on, if it is one. `useDataProvider` answers an ended session with an empty object while it leads to the
 * login page; a page that took it for a record would break before it is left.
 * @param part what every such answer has.
 * @throws CallError 401
 */
export function answered<Answer extends object>(answer: Answer, part: keyof Answer): Answer {
  const value: unknown = answer[part];
  if (value === undefined) throw new CallError(STAFF_MESSAGES.loginNeeded, SESSION_OVER);
  return answer;
}
