import { EMAIL_PARAMETER, STAFF_MESSAGES } from '@kidlab/contract';
import { HttpStatus } from '@nestjs/common';

import { answer, type CallDocs, plainRefusal } from '../common/documented.js';
import { EXAMPLE_EMAIL } from '../common/examples.js';

const SOURCE = 'admin portal, section 7';

const SENT = {
  summary: 'Queues a second notice for each family that is due, once per family.',
  answers: [answer('FollowUpResponse', { message: STAFF_MESSAGES.followUpQueued, queued: 12 })],
} as const satisfies CallDocs;

/** Documentation of the calls that mail. Answers: the contract, section 6. */
export const FOLLOW_UP_DOCS = {
  open: { ...SENT, source: SOURCE },
  send: SENT,
  resend: {
    summary:
      'Mails an awaiting family a new confirmation link; the older one dies. Within seconds of the last mail nothing is mailed. Errors are plain text.',
    source: SOURCE,
    query: { email: { description: 'Its address.', example: EXAMPLE_EMAIL, required: true } },
    answers: [
      answer('MessageResponse', { message: STAFF_MESSAGES.confirmationResent }),
      plainRefusal(HttpStatus.BAD_REQUEST, EMAIL_PARAMETER.required ?? ''),
      plainRefusal(HttpStatus.NOT_FOUND, STAFF_MESSAGES.familyNotRegistered),
      plainRefusal(HttpStatus.CONFLICT, STAFF_MESSAGES.confirmationNotNeeded),
      plainRefusal(HttpStatus.CONFLICT, STAFF_MESSAGES.familyDisabled),
      plainRefusal(HttpStatus.TOO_MANY_REQUESTS, STAFF_MESSAGES.addressHadItsShare),
    ],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
