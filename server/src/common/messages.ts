import { SLOT } from '@kidlab/contract';

/** Largest body of a call. */
export const MAX_BODY_BYTES = 16 * 1024;

/** Sentences that only the server says; those that the site knows as well stand in the contract. */
export const SERVER_MESSAGES = {
  botCheckFailed: 'The bot check failed, please try again.',
  familyDetailsUpdated: 'Your registration details are up to date.',
  confirmedThankYou: 'Your registration is confirmed.',
  invalidJson: 'The request body is not valid JSON.',
  bodyTooLarge: `The request body is too large: at most ${String(MAX_BODY_BYTES / 1024)} kB are taken.`,
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

/** Sentences of the calls on studies and their sessions. */
export const STUDY_MESSAGES = {
  studyNotFound: 'There is no such study.',
  slotNotFound: 'There is no such session.',
  studySent:
    'Families were invited to this study, so it cannot be deleted. Please close it instead.',
  slotAnswered:
    'Families have answered for this session, so it cannot be deleted. Please cancel it instead.',
  slotCancelled: 'This session is canceled.',
  slotBegun: 'This session has begun, so it can’t be moved.',
  begunNotCancelled: 'This session has begun, so it can’t be canceled.',
  seatsTaken: 'There can’t be fewer seats than children who have one.',
  familyBusy: 'A family with a seat has another session at that time.',
  otherStudies: 'Each of these must be another study that exists.',
  startsInPast: 'The start must not be in the past.',
  endsBeforeStart: 'The end must be after the start.',
  tooLong: `A session lasts at most ${String(SLOT.maxHours)} hours.`,
} as const;
