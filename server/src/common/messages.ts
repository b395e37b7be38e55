import { STAFF_MESSAGES as PORTAL_MESSAGES } from '@kidlab/contract';

export const MAX_BODY_BYTES = 16 * 1024;
/** Parsing more, such as thousands of `&`, takes seconds. */
export const MAX_FORM_FIELDS = 1000;
/** Longest session of a study. */
export const MAX_SLOT_HOURS = 12;

/** Messages that only the server sends. Those that the site needs too are in the contract. */
export const SERVER_MESSAGES = {
  botCheckFailed: 'The bot check failed, please try again.',
  familyDetailsUpdated: 'Your registration details are up to date.',
  confirmationMismatch: 'The email address or zip code does not match our records.',
  confirmedThankYou: 'Your registration is confirmed.',
  invalidJson: 'The request body is not valid JSON.',
  bodyTooLarge: `The request body is too large: at most ${String(MAX_BODY_BYTES / 1024)} kB are taken.`,
  tooManyFields: `The form has too many fields: at most ${String(MAX_FORM_FIELDS)} are taken.`,
  tooManyRequests:
    'Too many requests have come from your connection or for this email address. Nothing is lost: please try again in a few minutes.',
  linkUsedOften: 'This link was used too often. Nothing is lost: please try again in an hour.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
  resendTooSoon:
    'We sent the email a moment ago. Please wait a few minutes before sending it again.',
  resendTooOften:
    'We have sent this email several times already. Please wait up to an hour before sending it again.',
  resendTomorrow:
    'We have sent this email many times already. Please wait until tomorrow before sending it again.',
  resendConfirmed:
    'Your registration is already confirmed, so there is nothing to send. You can close this page.',
  resendRemoved:
    'This registration no longer exists, so there is nothing to send. You are welcome to sign up again.',
  invalidInput: 'Some of the information sent is not valid.',
  unknownLink:
    'We don’t recognize this link. Please open the one in our latest email, or contact us.',
  unsubscribed: 'You will not get any more invitations from us.',
  familyNotFound: 'No registration was found for this email address.',
} as const;

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
  attendanceRecorded:
    'Attendance is recorded for this session, so it can’t be moved or canceled. Please undo the attendance first.',
  seatsTaken: 'There must be at least as many seats as seated children.',
  familyBusy: 'A family with a seat has another session at that time.',
  otherStudies: 'Please choose existing studies other than this one.',
  startsInPast: 'The start must not be in the past.',
  endsBeforeStart: 'The end must be after the start.',
  tooLong: `A session lasts at most ${String(MAX_SLOT_HOURS)} hours.`,
} as const;

/** Messages of the staff calls. Those of the specification are copied byte for byte. */
export const STAFF_MESSAGES = {
  ...PORTAL_MESSAGES,
  loginFailed: 'Login failed. Please check your credentials and try again.',
  tooManyFailures: 'Too many failed attempts. Please try again in a few minutes.',
  loginNeeded: 'Please log in.',
  codeWrong: 'This code is wrong or was already used. Please enter the latest one.',
  passwordWrong: 'This is not your password.',
  secondFactorNeeded: 'Please set up two-step sign-in first.',
  secondFactorOff: 'Two-step sign-in is turned off on this server.',
  secondFactorNotOn: 'Two-step sign-in is not on.',
  secondFactorRequired: 'User administrators cannot turn two-step sign-in off here.',
  setupOver: 'This key has expired, or is already in use. Press Cancel to see which.',
  notYourOwnReset: 'You cannot reset your own two-step sign-in.',
  outcomeUnknown:
    'The connection was lost, and this may or may not have been done. Please check before you try again.',
  otherSite: 'This request came from another site and was refused.',
  userExists: 'A user with this email address already exists.',
  userNotFound: 'There is no such user.',
  notYourself: 'You cannot disable or delete yourself.',
  lastUserAdmin: 'The last user administrator cannot be disabled or deleted.',
  commonPassword: 'Please choose a password that is harder to guess: this one is too common.',
  confirmationResent: 'The verification email is on its way.',
  confirmationJustResent:
    'A verification email was sent a moment ago, or is about to be sent. No new one was sent.',
  familyDisabled: 'This family is disabled, so it gets no email.',
  followUpQueued: 'Follow-up emails are on their way.',
  followUpNothingDue: 'No follow-up emails are due.',
  mailNotFound: 'There is no such email.',
  mailNotFailed: 'Only an email that failed can be sent again.',
  mailRetried: 'The email is queued again. If it is out of date, it will be withdrawn.',
  addressErased:
    'This email address was erased at its owner’s request, so it gets no email. If the person has asked to be added again, first allow email to it on the Privacy page.',
  notSuppressed: 'This email address is not blocked.',
  erasureChanged: 'The data about this address has changed. Please search again.',
  lastGuardianErased:
    'The last guardian cannot be erased without the family. Please erase the family.',
  addressNeeded:
    'The family has no other address of its own: please erase the family, or give it another address first.',
  familyNotFound: 'There is no such family.',
  guardianNotFound: 'There is no such guardian.',
  childNotFound: 'There is no such child.',
  savedOtherwise:
    'This form was already saved with other values. Please check the record before you save again.',
  otherFamily: 'This email address belongs to another family now. Please open the family again.',
  familyNotRegistered: 'No family has this email address.',
} as const;

/** 409 of a `PUT` with an older version. */
export function staleRecordMessage(modifiedBy: string): string {
  return `${modifiedBy} has saved this record since you opened it. Please reload it and try again.`;
}
