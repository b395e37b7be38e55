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
  tooManyChildren: `A family can register at most ${String(HOUSEHOLD.maxChildren)} children.`,
  tooManyGuardians: `A family can have at most ${String(HOUSEHOLD.maxGuardians)} guardians.`,

  alreadyRegistered: 'This email address is already registered.',
  confirmationSent: 'A confirmation email is on its way.',

  accountNoLongerValid: 'The account you are attempting to access is no longer valid.',
  confirmationMismatch: 'The email address or zip code does not match our records.',
  /** The same for every link, so that it does not reveal which addresses are registered. */
  newLinkRequested:
    'If your registration still waits to be confirmed, an email with a new link is on its way.',
  confirmFailed: 'An error occurred.',
  dataRemoved: 'Your data has been removed.',

  notFound: 'There is nothing at this address.',
  serverError: 'Something went wrong on our side. Please try again.',
  sending: 'One moment, please: your information is being sent.',
  changedElsewhere:
    'Your information was changed in another tab. Please check it once more before you agree.',
  connectionLost:
    'We could not reach the server. Please check your internet connection and try again.',
} as const;

/** Follows `awaitingConfirmation` and `alreadyRegistered`. */
export function contactLine(supportEmail: string): string {
  return `If you need help, please contact ${supportEmail}.`;
}
