import { MESSAGES } from '@kidlab/contract';
import { navigate } from '../site/location.js';

import { failureText, isSessionOver } from '../api/http.js';
import { PAGES } from '../pages.js';
import { type Refusal, refusal, type Submission, useSubmission } from '../ui/submission.js';
import { loseSession, whileSubmitting } from './draft.js';

/** A submission that belongs to the draft: when its session is over, the visitor is told so instead. */
export function useDraftSubmission(
  refusalOf: (error: unknown) => Refusal = (error) =>
    refusal(failureText(error, MESSAGES.unexpectedError)),
): Submission {
  const submission = useSubmission((error) => {
    if (!isSessionOver(error)) return refusalOf(error);
    loseSession();
    navigate(PAGES.sessionExpired.path);
    return null;
  });
  return {
    ...submission,
    submit: (action) => {
      submission.submit(() => whileSubmitting(action));
    },
  };
}
