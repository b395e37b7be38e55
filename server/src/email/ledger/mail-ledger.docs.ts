import { MAIL_SORTS, type MailRow, STAFF_MESSAGES } from '@kidlab/contract';
import { HttpStatus } from '@nestjs/common';

import {
  answer,
  type CallDocs,
  filterQuery,
  page,
  pageQuery,
  refusal,
  wrongFields,
} from '../../common/documented.js';
import { EXAMPLE_EMAIL, EXAMPLE_GUID } from '../../common/examples.js';

const MAIL: MailRow = {
  id: '9b2f6a34-5b1d-4c77-8c39-0d2a7f1e6b55',
  kind: 'confirmation',
  state: 'sent',
  toAddress: EXAMPLE_EMAIL,
  familyId: 17,
  familyGuid: EXAMPLE_GUID,
  createdAt: '2026-11-02T18:11:58.000Z',
  nextAttemptAt: null,
  retriedAt: null,
  sentAt: '2026-11-02T18:12:00.000Z',
  attempts: 1,
  serverAnswer: '250 2.0.0 Ok',
};

/** Documentation of the mail ledger. */
export const MAIL_LEDGER_DOCS = {
  list: {
    summary:
      'A page of mails, the newest first; those to staff users are shown to user administrators alone.',
    query: {
      ...pageQuery(MAIL_SORTS),
      ...filterQuery('MailFilter', { familyId: 17, state: 'failed' }),
    },
    answers: [
      page('MailRow', [MAIL]),
      wrongFields({ field: 'filter', message: 'filter must be a JSON object.' }),
    ],
  },
  retry: {
    summary: 'Puts a failed mail back into the queue.',
    answers: [
      answer('MessageResponse', { message: STAFF_MESSAGES.mailRetried }),
      refusal(HttpStatus.NOT_FOUND, STAFF_MESSAGES.mailNotFound),
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.mailNotFailed),
    ],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
