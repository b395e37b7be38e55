/** For the pages behind mailed links. A file of their own, so that the forms of a registration do not load them. */
export const MAILED_LINK_MESSAGES = {
  accountNoLongerValid: 'The account you are attempting to access is no longer valid.',
  /** The same for every link, so that it does not reveal which addresses are registered. */
  newLinkRequested:
    'If your registration is still waiting to be confirmed, an email with a new link is on its way.',
  dataRemoved: 'Your data has been removed.',
} as const;
