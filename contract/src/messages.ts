import { HOUSEHOLD } from './limits.js';

/**
 * The specification's sentences, byte for byte, and others that several programs or pages share. Messages of single
 * fields are in `rules.ts`.
 */
export const MESSAGES = {
  bannerHeading: 'Oops!',
  unexpectedErrorHeading: 'Unexpected Application Error!',
  unexpectedError: 'Unexpected error',
  unexpectedResponse: 'Unexpected server response. Please try again.',
  botCheckNotReady: 'reCAPTCHA not ready, please try again.',
  sessionExpired: 'Your session has expired.',

  addAChild: 'Please add at least one child to continue.',
  emailMissing: 'Email is missing. Cannot continue.',
  guidMissing: 'GUID is missing. Please restart the registration.',
  awaitingConfirmation:
    'Looks like you are registered but need to confirm your email address. Please check your email and look for an email from the lab to confirm your registration.',
  validationFailed: 'There was an error validating your registration. Please try again.',
  childSaveFailed: 'There was an error submitting your registration. Please try again.',

  alreadyRegistered: 'This email address is already registered.',
  confirmationSent: 'A confirmation email is on its way.',

  confirmFailed: 'An error occurred.',

  notFound: 'There is nothing at this address.',
  serverError: 'Something went wrong on our side. Please try again.',
  sending: 'One moment, please: your information is being sent.',
  changedElsewhere:
    'Your information was changed in another tab. Please check it again before you agree.',
  connectionLost:
    'We could not reach the server. Please check your internet connection and try again.',
} as const;

/** The limits of a family. The public site does not bundle these: there, they come only from the server. */
export const HOUSEHOLD_MESSAGES = {
  tooManyChildren: `A family can register at most ${String(HOUSEHOLD.maxChildren)} children.`,
  tooManyGuardians: `A family can have at most ${String(HOUSEHOLD.maxGuardians)} guardians.`,
} as const;

/** Follows `awaitingConfirmation` and `alreadyRegistered`. */
export function contactLine(supportEmail: string): string {
  return `If you need help, please contact ${supportEmail}.`;
}

/** Messages of staff calls that the portal or its tests share. The others are in the server's `common/messages.ts`. */
export const STAFF_MESSAGES = {
  userAdminsOnly: 'Only user administrators may do this.',
  signInOver: 'This login is over. Please log in again, with a new code.',
  codeNeeded: 'Please enter a code.',
  appCodeUnreadable: 'Please enter the 6 digits that your app shows.',
  codeUnreadable: 'Please enter the 6 digits that your app shows, or a whole recovery code.',
  passwordNeeded: 'Please enter your password.',
  pagingLimit: 'A list shows its first 10,000 rows. Please narrow your search.',
  linkNoLongerValid:
    'This link is no longer valid. If you set your password with it, please log in. If not, please use “Forgot password?” on the login page to get a new one.',
  invalidAgeRange: 'Minimum Age cannot be greater than Maximum Age. Please enter valid values.',
  confirmationNotNeeded: 'This family has already confirmed its registration.',
  mailLimit: 'Several emails were already sent to this address. Please try again in an hour.',
  confirmErasure: 'Please type the email address again to confirm.',
  guidNotFound: 'GUID not found',
  lastGuardian: 'The last guardian of a family cannot be deleted.',
  lastChild: 'The last child of a family cannot be deleted.',
} as const;
