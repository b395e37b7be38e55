import {
  type AccessReport,
  ERASED_KINDS,
  type ErasureReceipt,
  type ErasureRequest,
  STAFF_EMAIL,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { HttpStatus } from '@nestjs/common';

import {
  answer,
  type CallDocs,
  list,
  noContent,
  refusal,
  wrongFields,
} from '../common/documented.js';
import { EXAMPLE_EMAIL, EXAMPLE_FAMILY_DETAILS, EXAMPLE_GUID } from '../common/examples.js';

const { guardians, children, consent, ...family } = EXAMPLE_FAMILY_DETAILS;
const REPORT: AccessReport = {
  email: EXAMPLE_EMAIL,
  madeAt: '2026-11-20T18:00:00.000Z',
  suppressedAt: null,
  families: [{ family, consent, guardians, otherGuardians: [], children, scopes: ['family'] }],
  mails: [
    {
      kind: 'confirmation',
      state: 'sent',
      createdAt: '2026-11-02T18:08:00.000Z',
      sentAt: '2026-11-02T18:08:01.000Z',
    },
  ],
  links: [],
  events: [],
  staffUser: null,
  mentions: [],
};
const RECEIPT: ErasureReceipt = {
  number: 'E-K7QW3-H2M9X',
  erasedAt: '2026-11-20T18:00:00.000Z',
  erasedBy: 1,
  counts: Object.fromEntries(ERASED_KINDS.map((kind) => [kind, 1])) as ErasureReceipt['counts'],
};
const REQUEST: ErasureRequest = {
  email: EXAMPLE_EMAIL,
  confirmation: EXAMPLE_EMAIL,
  families: [{ guid: EXAMPLE_GUID, scope: 'family' }],
};
const ADDRESS = { type: 'AddressRequest', example: { email: EXAMPLE_EMAIL } };
const NO_ADDRESS = wrongFields({ field: 'email', message: STAFF_EMAIL.required ?? '' });
const HTML = { type: 'text/html', schema: { type: 'string' } };

/** Documentation of the calls on requests for access and removal. */
export const PRIVACY_DOCS = {
  search: {
    summary: 'Everything about an address.',
    body: ADDRESS,
    answers: [answer('AccessReport', REPORT), NO_ADDRESS],
  },
  download: {
    summary: 'Everything about an address as a file for its owner: JSON, or a page to read.',
    body: { type: 'AccessDownloadRequest', example: { email: EXAMPLE_EMAIL, format: 'html' } },
    answers: [
      answer('AccessReport', REPORT),
      { status: HttpStatus.OK, description: 'A page.', content: HTML, example: '<!doctype html>' },
      NO_ADDRESS,
    ],
  },
  erase: {
    summary: 'Erases an address, which is not mailed from then on.',
    body: { type: 'ErasureRequest', example: REQUEST },
    answers: [
      answer('ErasureReceipt', RECEIPT, { status: HttpStatus.CREATED }),
      wrongFields({ field: 'confirmation', message: STAFF_MESSAGES.confirmErasure }),
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.erasureChanged),
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.lastGuardianErased),
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.addressNeeded),
    ],
  },
  receipts: {
    summary: 'The newest receipts of erasures.',
    answers: [list('ErasureReceipt', [RECEIPT])],
  },
  receipt: {
    summary: 'A receipt.',
    answers: [
      answer('ErasureReceipt', RECEIPT),
      refusal(HttpStatus.NOT_FOUND, STAFF_MESSAGES.receiptNotFound),
    ],
  },
  lift: {
    summary: 'Lets an erased address be mailed again, because its owner has asked for it.',
    body: ADDRESS,
    answers: [
      noContent('The address may be mailed again.'),
      NO_ADDRESS,
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.notSuppressed),
    ],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
