import { REQUEST } from '@kidlab/contract';

/** Sentences that only the server says; those that the site knows as well stand in the contract. */
export const SERVER_MESSAGES = {
  botCheckFailed: 'The bot check failed, please try again.',
  familyDetailsUpdated: 'Your registration details are up to date.',
  confirmedThankYou: 'Your registration is confirmed.',
  invalidJson: 'The request body is not valid JSON.',
  bodyTooLarge: `The request body is too large: at most ${String(REQUEST.maxBodyBytes / 1024)} kB are taken.`,
  tooManyRequests:
    'Too many requests have come from your connection or for this email address. Nothing is lost: please try again in a few minutes.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
  resendTooSoon:
    'We sent the email a moment ago. Please wait a few minutes before sending it again.',
  resendConfirmed:
    'Your registration is confirmed already, so there is nothing to send. You can close this page.',
  resendRemoved:
    'This registration is not there any more, so there is nothing to send. You are welcome to sign up again.',
  invalidInput: 'Some of the information sent is not valid.',
  unknownLink:
    'We do not know this link. Please follow the one in the email once more, or write to us.',
  unsubscribed: 'You will get no more invitations from us.',
  familyNotFound: 'No registration was found for this email address.',
} as const;
