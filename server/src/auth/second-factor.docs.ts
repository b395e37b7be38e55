import {
  type RecoveryCodes,
  type SecondFactorSetup,
  type SecondFactorSignedIn,
  type SecondFactorStatus,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { HttpStatus } from '@nestjs/common';

import {
  answer,
  type CallDocs,
  noContent,
  pause,
  refusal,
  wrongFields,
} from '../common/documented.js';
import { EXAMPLE_STAFF } from '../common/examples.js';

const PROOF = {
  type: 'SecondFactorProof',
  example: { password: 'correct horse battery staple', code: '123456' },
} as const;
const SIGNED_IN: SecondFactorSignedIn = {
  email: EXAMPLE_STAFF,
  isUserAdmin: false,
  idleTimeoutMinutes: 20,
  recoveryCodesLeft: null,
};
const STATUS: SecondFactorStatus = {
  policy: 'optional',
  isOn: true,
  confirmedAt: '2026-10-01T16:00:00.000Z',
  recoveryCodesLeft: 9,
  isRequired: false,
};
const SETUP: SecondFactorSetup = {
  key: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Kid%20Lab:sam@example.org?issuer=Kid%20Lab&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  qrCode: { size: 53, path: 'M4 4h7v1h-7z' },
};
const CODES: RecoveryCodes = { recoveryCodes: ['0123-4567-89ab-cdef-ghjk-mnpq'] };

const WRONG_CODE = wrongFields({ field: 'code', message: STAFF_MESSAGES.codeWrong });
const WRONG_PROOF = wrongFields(
  { field: 'password', message: STAFF_MESSAGES.passwordWrong },
  { field: 'code', message: STAFF_MESSAGES.codeWrong },
);
const PAUSE = pause(STAFF_MESSAGES.tooManyFailures);
const NOT_ON = refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.secondFactorNotOn);

/** Documentation of the calls on the second factor. */
export const SECOND_FACTOR_DOCS = {
  signIn: {
    summary: 'Signs in who has given the password a moment ago, by a code.',
    body: { type: 'SecondFactorRequest', example: { code: '123456' } },
    answers: [
      answer('SecondFactorSignedIn', SIGNED_IN),
      WRONG_CODE,
      refusal(HttpStatus.UNAUTHORIZED, STAFF_MESSAGES.signInOver),
      PAUSE,
    ],
  },
  status: {
    summary: 'Whether the signed-in user has a second factor.',
    answers: [answer('SecondFactorStatus', STATUS)],
  },
  setUp: {
    summary:
      'Makes a key for an authenticator app; the one before it counts until the new one is confirmed.',
    body: PROOF,
    answers: [
      answer('SecondFactorSetup', SETUP),
      WRONG_PROOF,
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.secondFactorOff),
      PAUSE,
    ],
  },
  confirm: {
    summary:
      'Switches it on by the first code of the new key; other sessions of the user are over.',
    body: { type: 'SecondFactorRequest', example: { code: '123456' } },
    answers: [
      answer('RecoveryCodes', CODES),
      WRONG_CODE,
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.setupOver),
      PAUSE,
    ],
  },
  recoveryCodes: {
    summary: 'Makes new recovery codes; the older ones work no more.',
    body: PROOF,
    answers: [answer('RecoveryCodes', CODES), WRONG_PROOF, NOT_ON, PAUSE],
  },
  switchOff: {
    summary: 'Switches it off.',
    body: PROOF,
    answers: [
      noContent('The password alone signs in.'),
      WRONG_PROOF,
      NOT_ON,
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.secondFactorRequired),
      PAUSE,
    ],
  },
  reset: {
    summary:
      'Takes a colleague’s second factor away; the colleague is signed out and told by mail. The proof is of who calls.',
    body: PROOF,
    answers: [
      noContent('The colleague has none.'),
      WRONG_PROOF,
      refusal(HttpStatus.NOT_FOUND, STAFF_MESSAGES.userNotFound),
      refusal(HttpStatus.CONFLICT, STAFF_MESSAGES.notYourOwnReset),
      PAUSE,
    ],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
