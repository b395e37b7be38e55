import {
  loginForm,
  type SecondFactorAsked,
  type SignedInUser,
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

const SOURCE = 'admin portal, section 7';

const SIGNED_IN: SignedInUser = {
  email: EXAMPLE_STAFF,
  isUserAdmin: false,
  idleTimeoutMinutes: 20,
};
const LOGIN_FORM = loginForm({ productName: 'Kid Lab', staffEmailDomain: 'example.org' });
const LINK_OVER = refusal(HttpStatus.GONE, STAFF_MESSAGES.linkNoLongerValid);
const TOKEN = 'Q2xpbWIgdGhlIHRyZWUsIGZseSB0aGUga2l0ZSwgcm9sbA';

/** Documentation of the calls on sessions and passwords. Answers: the contract, section 5. */
export const AUTH_DOCS = {
  login: {
    summary: 'Signs in.',
    source: SOURCE,
    body: {
      type: 'SignInRequest',
      example: { username: EXAMPLE_STAFF, password: 'correct horse battery staple' },
      form: true,
    },
    answers: [
      answer('SignedInUser', SIGNED_IN),
      answer('SecondFactorAsked', { secondFactor: 'required' } satisfies SecondFactorAsked, {
        description:
          'The password is right; the user has a second factor, whose code is to follow.',
      }),
      wrongFields({ field: 'username', message: LOGIN_FORM.username.required ?? '' }),
      refusal(HttpStatus.UNAUTHORIZED, STAFF_MESSAGES.loginFailed),
      pause(STAFF_MESSAGES.tooManyFailures),
    ],
  },
  whoami: {
    summary: 'Who is signed in.',
    source: SOURCE,
    answers: [answer('SignedInUser', SIGNED_IN)],
  },
  logout: {
    summary: 'Ends the session; answers the same without one.',
    source: SOURCE,
    answers: [noContent('Nobody is signed in any more.')],
  },
  passwordLink: {
    summary: 'Whether a mailed set-password link still opens the form.',
    query: { token: { description: 'The token of the mailed link.', example: TOKEN } },
    answers: [
      answer('SetPasswordStatus', { valid: true }),
      wrongFields({ field: 'token', message: 'token must be text.' }),
    ],
  },
  setPassword: {
    summary: 'Sets a password by a mailed link, which is used up.',
    body: {
      type: 'SetPasswordRequest',
      example: { token: TOKEN, password: 'correct horse battery staple' },
    },
    answers: [
      noContent('The password is set; all sessions of the user are over.'),
      wrongFields({ field: 'password', message: STAFF_MESSAGES.commonPassword }),
      LINK_OVER,
    ],
  },
  forgotPassword: {
    summary:
      'Mails a set-password link, if the address is a user’s; answers the same for every address.',
    body: { type: 'ForgotPasswordRequest', example: { email: EXAMPLE_STAFF } },
    answers: [
      noContent('If there is such a user, a link is on its way.'),
      wrongFields({ field: 'email', message: 'email must be text.' }),
    ],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
