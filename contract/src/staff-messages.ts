/** Sentences of the staff calls. Those of the specification are copied byte for byte. */
export const STAFF_MESSAGES = {
  loginFailed: 'Login failed. Please check your credentials and try again.',
  tooManyFailures: 'Too many failed attempts. Please try again in a few minutes.',
  loginNeeded: 'Please log in.',
  userAdminsOnly: 'Only user administrators may do this.',
  signInOver: 'Signing in has taken too long. Please log in again.',
  codeNeeded: 'Please enter a code.',
  codeUnreadable: 'Please enter the 6 digits that your app shows, or a whole recovery code.',
  codeWrong: 'This code is not right, or was used before. Please enter the newest one.',
  passwordNeeded: 'Please enter your password.',
  passwordWrong: 'This is not your password.',
  secondFactorNeeded: 'Please set up two-step sign-in first.',
  secondFactorOff: 'Two-step sign-in is switched off on this server.',
  secondFactorNotOn: 'Two-step sign-in is not on.',
  secondFactorRequired: 'User administrators cannot switch two-step sign-in off here.',
  setupOver: 'The key is no longer valid. Please begin again.',
  notYourOwnReset: 'You cannot reset your own two-step sign-in.',
  outcomeUnknown:
    'The connection broke, and this may have been done or not. Please look before you do it again.',
  otherSite: 'This request came from another site and was refused.',

  gridNotFound: 'There is no such grid.',
  beyondReach: 'A list shows its first 10,000 rows. Please narrow your search.',

  userExists: 'There is a user with this email address already.',
  userNotFound: 'There is no such user.',
  notYourself: 'You cannot disable or delete yourself.',
  lastUserAdmin: 'The last user administrator cannot be disabled or deleted.',
  commonPassword: 'Please choose a password that is harder to guess: this one is too common.',
  linkNoLongerValid:
    'This link is no longer valid. Please use “Forgot password?” on the login page to get a new one.',

  invalidAgeRange: 'Minimum Age cannot be greater than Maximum Age. Please enter valid values.',
  confirmationResent: 'The verification email is on its way.',
  confirmationNotNeeded: 'This family has confirmed its registration already.',
  familyDisabled: 'This family is disabled and is not mailed.',
  addressHadItsShare:
    'This address has been sent several emails already. Please try again in an hour.',
  followUpQueued: 'Follow-up emails are on their way.',
  followUpNothingDue: 'No follow-up emails are due.',
  mailNotFound: 'There is no such email.',
  mailNotFailed: 'Only an email that failed can be sent again.',
  mailRetried: 'The email is being sent again.',

  addressErased:
    'This email address was erased at its owner’s request and is not mailed. If the person has asked to be added again, lift that on the page “Privacy” first.',
  notSuppressed: 'This email address may be mailed already.',
  confirmErasure: 'Please type the email address once more, to confirm.',
  erasureChanged: 'What there is of this address has changed in the meantime. Please search again.',
  lastGuardianErased:
    'The last guardian cannot be erased without the family. Please erase the family.',
  addressNeeded:
    'The family has no other address of its own: please erase the family, or give it another address first.',
  receiptNotFound: 'There is no such receipt.',

  guidNotFound: 'GUID not found',
  familyNotFound: 'There is no such family.',
  guardianNotFound: 'There is no such guardian.',
  childNotFound: 'There is no such child.',
  savedOtherwise:
    'This form was saved already, with other values. Please look at the record before you save again.',
  otherFamily: 'This email address belongs to another family now. Please open the family again.',
  familyNotRegistered: 'No family has this email address.',
  lastGuardian: 'The last guardian of a family cannot be deleted.',
  lastChild: 'The last child of a family cannot be deleted.',
  onePrimaryGuardian: 'Exactly one guardian of a family is primary. Please reload and try again.',
} as const;

/** 409 of a `PUT` that carries an older version: who saved the record in between. */
export function staleRecordMessage(modifiedBy: string): string {
  return `${modifiedBy} has saved this record in the meantime. Please reload it and try again.`;
}
