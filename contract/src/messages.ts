import { HOUSEHOLD } from './limits.js';

/**
 * Every sentence of the specification that is not a field's own message (those stand in `rules.ts`), and the ones the
 * contract adds. Copied byte for byte: apostrophes, `≤` and capitals included.
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
  /** Past the hour in which the browser that registered may have it sent again; the registration is as it was. */
  resendOver:
    'It can’t be sent again from this page any more. The link in the email that we sent is still good for its time. If no email has come, please sign up again with the same email address: we will then send a new one.',

  /** Past the hour in which the browser that registered may still erase the registration. */
  noLongerChangeable:
    'Your registration can’t be changed on this page any more. Nothing was changed or removed.',

  accountNoLongerValid: 'The account you are attempting to access is no longer valid.',
  confirmationMismatch: 'The email address or zip code does not match our records.',
  /** For every link that is asked for, so that nobody learns which addresses are registered. */
  newLinkRequested:
    'If your registration still waits to be confirmed, an email with a new link is on its way.',
  confirmFailed: 'An error occurred.',
  dataRemoved: 'Your data has been removed.',

  notFound: 'There is nothing at this address.',
  serverError: 'Something went wrong on our side. Please try again.',
  /** Before the scripts of a page have come, and when they have not come for long. */
  pageLoads: 'One moment, please: the page is still loading.',
  pageLoadsLong: 'This takes longer than it should.',
  /** While what was entered is on its way. */
  sending: 'One moment, please: your information is being sent.',
  /** Another tab of the same browser has sent other information. */
  changedElsewhere:
    'Your information was changed in another tab. Please check it once more before you agree.',
  /** There, with another e-mail address, which follows: the server has forgotten the children that were sent before. */
  addressChangedElsewhere:
    'This registration was changed in another tab. Please check its email address and your children before you continue:',
  connectionLost:
    'We could not reach the server. Please check your internet connection and try again.',
} as const;

/** The line that follows `awaitingConfirmation` and `alreadyRegistered`: where to write. */
export function contactLine(supportEmail: string): string {
  return `If you need help, please contact ${supportEmail}.`;
}
