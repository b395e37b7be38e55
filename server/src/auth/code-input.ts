import { type EnteredCode, enteredCode, STAFF_MESSAGES } from '@kidlab/contract';

import { invalidInput } from '../common/failures.js';
import { textFields } from '../common/input.js';

/** The code of a body, of the app or of paper. @throws 400 naming `code` when it is missing or can be neither. */
export function readCode(body: unknown): EnteredCode {
  const { code } = textFields(body, ['code']);
  const entered = enteredCode(code);
  if (entered !== null) return entered;
  const message = code === '' ? STAFF_MESSAGES.codeNeeded : STAFF_MESSAGES.codeUnreadable;
  throw invalidInput([{ field: 'code', message }]);
}
