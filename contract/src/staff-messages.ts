/** Messages of staff calls that the portal or its tests share. The others are in the server's `common/messages.ts`. */
export const STAFF_MESSAGES = {
  userAdminsOnly: 'Only user administrators may do this.',
  signInOver: 'Signing in has taken too long. Please log in again.',
  codeNeeded: 'Please enter a code.',
  appCodeUnreadable: 'Please enter the 6 digits that your app shows.',
  codeUnreadable: 'Please enter the 6 digits that your app shows, or a whole recovery code.',
  passwordNeeded: 'Please enter your password.',
  beyondReach: 'A list shows its first 10,000 rows. Please narrow your search.',
  linkNoLongerValid:
    'This link is no longer valid. Please use “Forgot password?” on the login page to get a new one.',
  invalidAgeRange: 'Minimum Age cannot be greater than Maximum Age. Please enter valid values.',
  confirmationNotNeeded: 'This family has confirmed its registration already.',
  addressHadItsShare:
    'This address has been sent several emails already. Please try again in an hour.',
  confirmErasure: 'Please type the email address once more, to confirm.',
  guidNotFound: 'GUID not found',
  lastGuardian: 'The last guardian of a family cannot be deleted.',
  lastChild: 'The last child of a family cannot be deleted.',
} as const;
