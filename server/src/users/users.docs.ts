import { STAFF_MESSAGES, type StaffUser, staffUserForm, USER_SORTS } from '@kidlab/contract';
import { HttpStatus } from '@nestjs/common';

import {
  answer,
  type CallDocs,
  filterQuery,
  noContent,
  page,
  pageQuery,
  refusal,
  wrongFields,
} from '../common/documented.js';
import { EXAMPLE_STAFF } from '../common/examples.js';

const SOURCE = 'admin portal, section 7';

const USER: StaffUser = {
  id: 5,
  email: EXAMPLE_STAFF,
  enabled: true,
  hasPassword: true,
  hasSecondFactor: false,
  isUserAdmin: false,
  createdDate: '2026-10-01T16:00:00.000Z',
  createdBy: 'admin@example.org',
};
const ADDRESS = staffUserForm({ staffEmailDomain: 'example.org' }).email.required ?? '';
const UNKNOWN = refusal(HttpStatus.NOT_FOUND, STAFF_MESSAGES.userNotFound);
const LAST = [
  refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.notYourself),
  refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.lastUserAdmin),
];

/** Documentation of the calls on users. */
export const USERS_DOCS = {
  list: {
    summary: 'Who may sign in; a page of it where `range` is sent.',
    source: SOURCE,
    query: { ...pageQuery(USER_SORTS), ...filterQuery('StaffUserFilter', { q: 'sam' }) },
    answers: [
      page('StaffUser', [USER]),
      wrongFields({ field: 'range', message: 'range must be [first,last].' }),
    ],
  },
  get: { summary: 'A user.', answers: [answer('StaffUser', USER), UNKNOWN] },
  add: {
    summary: 'Adds a user, who is mailed a link to set a password.',
    source: SOURCE,
    body: { type: 'NewStaffUser', example: { email: EXAMPLE_STAFF, enabled: true } },
    answers: [
      answer('StaffUser', { ...USER, hasPassword: false }, { status: HttpStatus.CREATED }),
      wrongFields({ field: 'email', message: ADDRESS }),
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.userExists),
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.addressErased),
    ],
  },
  change: {
    summary: 'Enables or disables a user; disabling ends the user’s sessions.',
    body: { type: 'StaffUserChange', example: { enabled: false } },
    answers: [
      answer('StaffUser', { ...USER, enabled: false }),
      wrongFields({ field: 'enabled', message: 'enabled must be true or false.' }),
      UNKNOWN,
      ...LAST,
    ],
  },
  remove: {
    summary: 'Deletes a user; the user’s sessions are over.',
    source: SOURCE,
    answers: [noContent('The user is gone.'), UNKNOWN, ...LAST],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
