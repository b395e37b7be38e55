import { HOUSEHOLD } from './limits.js';

/**
 * Every sentence of the specification that is not a field's own message (those stand in `rules.ts`), copied byte for
 * byte: apostrophes, `≤` and capitals included. And sentences that several programs or pages say.
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
  /** For every link that is asked for, so that nobody learns which addresses are registered. */
  newLinkRequested:
    'If your registration still waits to be confirmed, an email with a new link is on its way.',
  confirmFailed: 'An error occurred.',
  dataRemoved: 'Your data has been removed.',

  notFound: 'There is nothing at this address.',
  serverError: 'Something went wrong on our side. Please try again.',
  /** While what was entered is on its way. */
  sending: 'One moment, please: your information is being sent.',
  /** Another tab of the same browser has sent other information. */
  changedElsewhere:
    'Your information was changed in another tab. Please check it once more before you agree.',
  connectionLost:
    'We could not reach the server. Please check your internet connection and try again.',
} as const;

/** The line that follows `awaitingConfirmation` and `alreadyRegistered`: where to write. */
export function contactLine(supportEmail: string): string {
  return `If you need help, please contact ${supportEmail}.`;
}
