import {
  CONFIRMATION_FORM,
  contactLine,
  type ConfirmRequest,
  EMAIL_PARAMETER,
  GUARDIAN_FORM,
  IDEMPOTENCY_HEADER,
  MESSAGES,
  type RegisterRequest,
  type ChildRequest,
  type SiteConfig,
  AGREEMENT_VERSION,
} from '@kidlab/contract';
import { HttpStatus } from '@nestjs/common';

import {
  answer,
  type AnswerDocs,
  type CallDocs,
  jsonText,
  noContent,
  pause,
  refusal,
  wrongFields,
} from '../common/documented.js';
import { EXAMPLE_CHILD, EXAMPLE_EMAIL, EXAMPLE_GUID } from '../common/examples.js';

const SOURCE = 'public site, section 7';

const TOKEN = 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0=';
const CONTACT = contactLine('kidlab-support@example.org');

const EXPIRED = refusal(HttpStatus.UNAUTHORIZED, MESSAGES.sessionExpired);
const BOT_CHECK_FAILED = wrongFields({ field: 'recaptchaToken', message: MESSAGES.botCheckFailed });
const NO_ADDRESS = wrongFields({ field: 'email', message: EMAIL_PARAMETER.required ?? '' });
const EMAIL_FIELD = {
  type: 'EmailRequest',
  example: { email: EXAMPLE_EMAIL },
  form: true,
} as const;
const MAILED_GUID = {
  guid: { description: 'The guid of the mailed link.', example: EXAMPLE_GUID, required: true },
};

function done(message: string): AnswerDocs {
  return answer('MessageResponse', { message });
}

const REGISTER_EXAMPLE: RegisterRequest = {
  recaptchaToken: TOKEN,
  email: EXAMPLE_EMAIL,
  zipCode: '94608',
  familyName: 'Okafor',
  referredBy: 'Friend',
  guardianFirstName: 'Amara',
  guardianLastName: 'Okafor',
  guardianEmail: EXAMPLE_EMAIL,
  primaryPhone: '(510) 555-0101',
  relationshipToChild: 'Mother',
};

const CHILD_EXAMPLE: ChildRequest = {
  email: EXAMPLE_EMAIL,
  firstName: 'Chidi',
  gender: 'Male',
  monthOfBirth: '04',
  yearOfBirth: 2022,
  whichHandId: 'Right-handed',
  languageSpokenAtHome: 'English',
  additionalLanguage1: 'French',
  additionalLanguage2: '',
};

const CONFIRM_EXAMPLE: ConfirmRequest = {
  email: EXAMPLE_EMAIL,
  zipCode: '94608',
  recaptchaToken: TOKEN,
};

const CONFIG_EXAMPLE: SiteConfig = {
  botCheck: 'altcha',
  botCheckSiteKey: null,
  labName: 'Kid Lab',
  productName: 'Kid Lab',
  employeeReferralLabel: 'Lab Employee',
  supportEmail: 'kidlab-support@example.org',
  agreementVersion: AGREEMENT_VERSION,
  registrationTokenHours: 1,
  confirmationWindowHours: 72,
  today: { year: 2026, month: 11 },
};

const CHALLENGE_EXAMPLE = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: 'c29tZSBub25jZQ',
    salt: 'c29tZSBzYWx0',
    cost: 1000,
    keyLength: 32,
    keyPrefix: '00',
    expiresAt: 1_793_815_440,
  },
  signature: '5f2d',
};

/** Documentation of the public calls. Answers: the contract, section 4. */
export const REGISTRATION_DOCS = {
  register: {
    summary:
      'Step 1: registers a family as the draft of this browser session, or updates that draft.',
    source: SOURCE,
    body: { type: 'RegisterRequest', example: REGISTER_EXAMPLE },
    answers: [
      answer('RegisterResponse', { guid: EXAMPLE_GUID }, { status: HttpStatus.CREATED }),
      wrongFields({ field: 'email', message: GUARDIAN_FORM.email.required ?? '' }),
      BOT_CHECK_FAILED,
      refusal(HttpStatus.CONFLICT, `${MESSAGES.awaitingConfirmation} ${CONTACT}`),
      refusal(HttpStatus.CONFLICT, `${MESSAGES.alreadyRegistered} ${CONTACT}`),
    ],
  },
  guid: {
    summary: "The guid of this session's draft; `null` for any other address.",
    source: SOURCE,
    query: { email: { description: 'Address of the draft.', example: EXAMPLE_EMAIL } },
    answers: [
      jsonText(EXAMPLE_GUID, { orNull: true }),
      wrongFields({ field: 'email', message: 'email must be text.' }),
    ],
  },
  saveChild: {
    summary: "Step 2: saves a child of this session's draft. Repeatable.",
    source: SOURCE,
    headers: {
      [IDEMPOTENCY_HEADER]: {
        description: 'A UUID that the client made for this child: the same one is the same child.',
        example: '0f8fad5b-d9cb-469f-a165-70867728950e',
      },
    },
    body: { type: 'ChildRequest', example: CHILD_EXAMPLE },
    answers: [
      answer('Child', EXAMPLE_CHILD, { status: HttpStatus.CREATED, description: 'A new child.' }),
      answer('Child', EXAMPLE_CHILD, { description: 'The child that was saved before.' }),
      wrongFields({ field: 'firstName', message: "Please enter your child's first name" }),
      EXPIRED,
      refusal(HttpStatus.CONFLICT, MESSAGES.tooManyChildren),
      refusal(HttpStatus.CONFLICT, MESSAGES.validationFailed),
    ],
  },
  removeChild: {
    summary: "Removes a child of this session's draft.",
    answers: [noContent('It is gone.'), EXPIRED, refusal(HttpStatus.NOT_FOUND, MESSAGES.notFound)],
  },
  accept: {
    summary: 'Step 3: accepts the agreement and mails the confirmation link, once.',
    source: SOURCE,
    body: EMAIL_FIELD,
    answers: [
      done(MESSAGES.confirmationSent),
      NO_ADDRESS,
      EXPIRED,
      refusal(HttpStatus.CONFLICT, MESSAGES.addAChild),
    ],
  },
  updateDetails: {
    summary: 'Step 3, second call. Repeatable; without it, nothing is missing.',
    source: SOURCE,
    body: EMAIL_FIELD,
    answers: [done(MESSAGES.familyDetailsUpdated), NO_ADDRESS, EXPIRED],
  },
  cancel: {
    summary: "Cancels: erases this session's unconfirmed family.",
    source: SOURCE,
    query: { email: { description: 'Its address.', example: EXAMPLE_EMAIL, required: true } },
    answers: [
      noContent('It is erased.'),
      NO_ADDRESS,
      refusal(HttpStatus.NOT_FOUND, MESSAGES.familyNotFound),
    ],
  },
  linkStatus: {
    summary: 'Whether a mailed link opens the confirm form. Changes nothing.',
    source: SOURCE,
    query: MAILED_GUID,
    answers: [
      answer('ConfirmationStatus', { valid: true }),
      answer('ConfirmationStatus', { valid: false, reason: 'expired' }),
      wrongFields({ field: 'guid', message: 'guid must be text.' }),
    ],
  },
  confirm: {
    summary: 'Confirms the registration behind a mailed link. Repeatable.',
    source: SOURCE,
    query: MAILED_GUID,
    body: { type: 'ConfirmRequest', example: CONFIRM_EXAMPLE },
    answers: [
      done(MESSAGES.confirmedThankYou),
      wrongFields({ field: 'zipCode', message: CONFIRMATION_FORM.zipCode.required }),
      BOT_CHECK_FAILED,
      refusal(HttpStatus.BAD_REQUEST, MESSAGES.confirmationMismatch),
      refusal(HttpStatus.NOT_FOUND, MESSAGES.accountNoLongerValid),
      refusal(HttpStatus.GONE, MESSAGES.accountNoLongerValid),
    ],
  },
  config: {
    summary: "What the public site has to know of the server's configuration.",
    answers: [answer('SiteConfig', CONFIG_EXAMPLE)],
  },
  challenge: {
    summary: 'A fresh proof-of-work challenge.',
    answers: [
      answer('BotCheckChallenge', CHALLENGE_EXAMPLE),
      refusal(HttpStatus.NOT_FOUND, MESSAGES.notFound),
    ],
  },
  extend: {
    summary: "Keeps this session's draft alive.",
    answers: [noContent('It lives on.'), EXPIRED],
  },
  resend: {
    summary: '"Send it again", from the browser that registered.',
    body: EMAIL_FIELD,
    answers: [
      done(MESSAGES.confirmationSent),
      NO_ADDRESS,
      EXPIRED,
      refusal(HttpStatus.NOT_FOUND, MESSAGES.resendRemoved),
      refusal(HttpStatus.CONFLICT, MESSAGES.resendConfirmed),
      pause(MESSAGES.resendTooSoon),
    ],
  },
  removeMyData: {
    summary: 'Erases the unconfirmed family behind a mailed link.',
    query: MAILED_GUID,
    answers: [
      done(MESSAGES.dataRemoved),
      wrongFields({ field: 'guid', message: 'guid must be text.' }),
      refusal(HttpStatus.NOT_FOUND, MESSAGES.accountNoLongerValid),
      refusal(HttpStatus.CONFLICT, `${MESSAGES.alreadyRegistered} ${CONTACT}`),
    ],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
