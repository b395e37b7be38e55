/** For the pages that mailed links open. In a separate file, so that the registration forms do not load them. */
export const MAILED_LINK_MESSAGES = {
  accountNoLongerValid: 'The account you are attempting to access is no longer valid.',
  /** The same for every link: it reveals neither which addresses are registered nor how often they were mailed. */
  newLinkRequested:
    'If your registration is still waiting to be confirmed, we will email you a new link. It usually comes within minutes, but can take an hour.',
  dataRemoved: 'Your data has been removed.',
} as const;
