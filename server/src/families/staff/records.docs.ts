import {
  CHILD_SORTS,
  FAMILY_SORTS,
  GUARDIAN_SORTS,
  MESSAGES,
  STAFF_FAMILY_FORM,
  STAFF_GUARDIAN_FORM,
  STAFF_MESSAGES,
  staleRecordMessage,
  type StaleRecordBody,
} from '@kidlab/contract';
import { HttpStatus } from '@nestjs/common';

import { FORM_HEADER } from '../../common/api.js';
import {
  answer,
  type AnswerDocs,
  type CallDocs,
  filterQuery,
  jsonText,
  noContent,
  page,
  pageQuery,
  refusal,
  wrongFields,
} from '../../common/documented.js';
import {
  EXAMPLE_CHILD_REQUEST,
  EXAMPLE_EMAIL,
  EXAMPLE_FAMILY,
  EXAMPLE_FAMILY_DETAILS,
  EXAMPLE_FAMILY_REQUEST,
  EXAMPLE_GUARDIAN,
  EXAMPLE_GUARDIAN_REQUEST,
  EXAMPLE_GUID,
  EXAMPLE_STAFF,
  EXAMPLE_STAFF_CHILD,
} from '../../common/examples.js';

const SOURCE = 'admin portal, section 7';
const FORM_KEY = { [FORM_HEADER.name]: FORM_HEADER };

const STALE: StaleRecordBody = {
  statusCode: HttpStatus.CONFLICT,
  message: staleRecordMessage(EXAMPLE_STAFF),
  current: {
    modifiedBy: EXAMPLE_STAFF,
    modifiedDate: '2026-11-19T17:00:00.000Z',
    version: 4,
    fields: { familyName: 'Okafor' },
  },
};
const STALE_RECORD: AnswerDocs = {
  ...refusal(HttpStatus.CONFLICT, STALE.message, 'StaleRecordBody'),
  example: STALE,
};
const WRONG_LIST = wrongFields({
  field: 'filter',
  message: 'filter must be a JSON object, for example {"id":[1,2]}.',
});
const TAKEN = refusal(HttpStatus.CONFLICT, MESSAGES.alreadyRegistered);
const NO_FAMILY = refusal(HttpStatus.NOT_FOUND, STAFF_MESSAGES.familyNotFound);
const NO_GUID = refusal(HttpStatus.NOT_FOUND, STAFF_MESSAGES.guidNotFound);
const NO_ADDRESS = refusal(HttpStatus.NOT_FOUND, STAFF_MESSAGES.familyNotRegistered);
const ERASED = refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.addressErased);
const SAVED_OTHERWISE = refusal(HttpStatus.UNPROCESSABLE_ENTITY, STAFF_MESSAGES.savedOtherwise);
const OTHER_FAMILY = refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.otherFamily);
const THIRD_GUARDIAN = refusal(HttpStatus.CONFLICT, MESSAGES.tooManyGuardians);
const SIXTH_CHILD = refusal(HttpStatus.CONFLICT, MESSAGES.tooManyChildren);

const WRONG_FAMILY = wrongFields({
  field: 'familyName',
  message: STAFF_FAMILY_FORM.familyName.required ?? '',
});
const DETAILS = answer('StaffFamilyDetails', EXAMPLE_FAMILY_DETAILS);
const FAMILY_UPDATE = {
  summary: 'Changes a family; what the body leaves out stays.',
  body: { type: 'FamilyChange', example: { familyName: 'Okafor-Lind', version: 1 } },
} as const;

/** Documentation of the calls on families. Answers: the contract, section 6. */
export const FAMILY_DOCS = {
  list: {
    summary: 'A page of families, registered and awaiting.',
    query: {
      ...pageQuery(FAMILY_SORTS),
      ...filterQuery('FamilyFilter', { q: 'okafor', state: 'registered' }),
    },
    answers: [page('StaffFamily', [EXAMPLE_FAMILY]), WRONG_LIST],
  },
  create: {
    summary: 'Adds a family, registered at once; with its guardians and children, all or nothing.',
    source: SOURCE,
    headers: FORM_KEY,
    body: { type: 'FamilyRequest', example: EXAMPLE_FAMILY_REQUEST },
    answers: [
      answer('StaffFamilyDetails', EXAMPLE_FAMILY_DETAILS, { status: HttpStatus.CREATED }),
      WRONG_FAMILY,
      TAKEN,
      ERASED,
      THIRD_GUARDIAN,
      SIXTH_CHILD,
      SAVED_OTHERWISE,
    ],
  },
  guid: {
    summary: 'The guid of the family with that address.',
    source: SOURCE,
    query: { email: { description: 'Its address.', example: EXAMPLE_EMAIL, required: true } },
    answers: [
      jsonText(EXAMPLE_GUID),
      wrongFields({ field: 'email', message: STAFF_FAMILY_FORM.email.required ?? '' }),
      NO_ADDRESS,
    ],
  },
  byGuid: {
    summary: 'A family with its guardians (primary first) and children.',
    source: SOURCE,
    answers: [DETAILS, NO_GUID],
  },
  updateByGuid: {
    ...FAMILY_UPDATE,
    source: SOURCE,
    answers: [DETAILS, WRONG_FAMILY, NO_GUID, TAKEN, ERASED, STALE_RECORD],
  },
  removeByFamilyId: {
    summary: 'Erases a family with all that belongs to it.',
    source: SOURCE,
    answers: [noContent('It is gone.'), NO_FAMILY],
  },
  byId: {
    summary: 'A family with its guardians (primary first) and children.',
    answers: [DETAILS, NO_FAMILY],
  },
  update: {
    ...FAMILY_UPDATE,
    answers: [DETAILS, WRONG_FAMILY, NO_FAMILY, TAKEN, ERASED, STALE_RECORD],
  },
  remove: {
    summary: 'Erases a family with all that belongs to it.',
    answers: [noContent('It is gone.'), NO_FAMILY],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;

const GUARDIAN = answer('StaffGuardian', EXAMPLE_GUARDIAN);
const WRONG_GUARDIAN = wrongFields({
  field: 'firstName',
  message: STAFF_GUARDIAN_FORM.firstName.required ?? '',
});
const NO_GUARDIAN = refusal(HttpStatus.NOT_FOUND, STAFF_MESSAGES.guardianNotFound);

/** Documentation of the calls on guardians. */
export const GUARDIAN_DOCS = {
  list: {
    summary: 'A page of guardians.',
    query: { ...pageQuery(GUARDIAN_SORTS), ...filterQuery('GuardianFilter', { familyId: 17 }) },
    answers: [page('StaffGuardian', [EXAMPLE_GUARDIAN]), WRONG_LIST],
  },
  create: {
    summary: 'Adds a guardian to the family of `familyId` or `familyGuid`, else of `familyEmail`.',
    source: SOURCE,
    headers: FORM_KEY,
    body: { type: 'GuardianRequest', example: { ...EXAMPLE_GUARDIAN_REQUEST, familyId: 17 } },
    answers: [
      answer('StaffGuardian', EXAMPLE_GUARDIAN, { status: HttpStatus.CREATED }),
      WRONG_GUARDIAN,
      NO_FAMILY,
      NO_ADDRESS,
      ERASED,
      OTHER_FAMILY,
      THIRD_GUARDIAN,
      SAVED_OTHERWISE,
    ],
  },
  byId: { summary: 'A guardian.', source: SOURCE, answers: [GUARDIAN, NO_GUARDIAN] },
  update: {
    summary: 'Changes a guardian; what the body leaves out stays.',
    source: SOURCE,
    body: { type: 'GuardianChange', example: { notes: 'Prefers mornings.', version: 1 } },
    answers: [GUARDIAN, WRONG_GUARDIAN, NO_GUARDIAN, TAKEN, ERASED, STALE_RECORD],
  },
  remove: {
    summary: 'Deletes a guardian; when it was the primary one, the next becomes primary.',
    source: SOURCE,
    answers: [
      noContent('It is gone.'),
      NO_GUARDIAN,
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.lastGuardian),
    ],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;

const CHILD = answer('StaffChild', EXAMPLE_STAFF_CHILD);
const WRONG_CHILD = wrongFields({ field: 'firstName', message: 'Child first name is invalid.' });
const NO_CHILD = refusal(HttpStatus.NOT_FOUND, STAFF_MESSAGES.childNotFound);

/** Documentation of the calls on children. */
export const CHILD_DOCS = {
  list: {
    summary: 'A page of children.',
    query: {
      ...pageQuery(CHILD_SORTS),
      ...filterQuery('ChildFilter', { gender: 'Female', ageUOM: 'Years', minAge: 2, maxAge: 3 }),
    },
    answers: [page('StaffChild', [EXAMPLE_STAFF_CHILD]), WRONG_LIST],
  },
  create: {
    summary: 'Adds a child to the family of `familyId` or `familyGuid`, else of `email`.',
    source: SOURCE,
    headers: FORM_KEY,
    body: {
      type: 'ChildRecordRequest',
      example: { ...EXAMPLE_CHILD_REQUEST, email: EXAMPLE_EMAIL },
    },
    answers: [
      answer('StaffChild', EXAMPLE_STAFF_CHILD, { status: HttpStatus.CREATED }),
      WRONG_CHILD,
      NO_FAMILY,
      NO_ADDRESS,
      OTHER_FAMILY,
      SIXTH_CHILD,
      SAVED_OTHERWISE,
    ],
  },
  byId: { summary: 'A child.', source: SOURCE, answers: [CHILD, NO_CHILD] },
  update: {
    summary: 'Changes a child; what the body leaves out stays.',
    source: SOURCE,
    body: { type: 'ChildRecordChange', example: { whichHandId: 'Left-handed', version: 1 } },
    answers: [CHILD, WRONG_CHILD, NO_CHILD, STALE_RECORD],
  },
  remove: {
    summary: 'Deletes a child.',
    source: SOURCE,
    answers: [
      noContent('It is gone.'),
      NO_CHILD,
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.lastChild),
    ],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
