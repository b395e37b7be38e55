/** Source: both specifications, sections 2 and 7. */
export const BASE_PATH = '/kidlab-reg';
export const ADMIN_BASE_PATH = `${BASE_PATH}/admin`;
export const ADMIN_API_PATH = `${ADMIN_BASE_PATH}/api`;

/** Pages of the public site that emails and the portal link to, below `BASE_PATH`. */
export const PUBLIC_ROUTES = {
  confirm: '/confirm-registration',
  /** The "this was not me" link of the confirmation email; not in the specification. */
  removeMyData: '/remove-my-data',
  /** The link of the emails about test sessions; not in the specification. */
  invitation: '/invitation',
  /** Shares the address of `PUBLIC_CALLS.unsubscribe`: mail programs without one-click open it in a browser. */
  mailPreferences: '/unsubscribe',
} as const;

/** The portal's page for an expired link, below `ADMIN_BASE_PATH`; needs no login. */
export const EXPIRED_TOKEN_ROUTE = '/expired-registration-token';
/** Query parameter of that page's link back to the confirm page. */
export const EXPIRED_LINK_PARAMETER = 'expired';

/** Public calls, below `BASE_PATH`. */
export const PUBLIC_CALLS = {
  register: '/families/registerAndLinkGuardian',
  familyGuid: '/families/guid',
  children: '/children',
  sendConfirmation: '/registration/send-confirmation-email',
  updateFamilyDetails: '/registration/update-family-details',
  familyByEmail: '/families/by-email',
  confirm: '/families/confirm',
  confirmAndRegister: '/families/confirmAndRegister',
  // From here on: not in the specification.
  config: '/registration/config',
  challenge: '/registration/challenge',
  extend: '/registration/extend',
  draft: '/registration/draft',
  resend: '/registration/resend-confirmation-email',
  newLink: '/registration/new-link',
  removeMyData: '/registration/remove-my-data',
  invitation: '/invitations',
  answers: '/invitations/answers',
  calendar: '/invitations/calendar',
  mailPreferences: '/mail-preferences',
  unsubscribe: '/unsubscribe',
} as const;

/** Pages of the portal, below `ADMIN_BASE_PATH`. Source: admin portal, section 2. */
export const PORTAL_ROUTES = {
  login: '/login',
  landing: '/landing-page',
  search: '/search-page',
  report: '/registration-report',
  followUp: '/send-follow-up-email',
  addFamily: '/add-family',
  familyOverview: '/family-overview',
  familyDetails: '/family-details-page',
  editFamily: '/edit-family',
  editChild: '/edit-child',
  editGuardian: '/edit-guardian',
  addGuardian: '/add-guardian',
  addChild: '/add-child',
  expiredToken: EXPIRED_TOKEN_ROUTE,
  users: '/users',
  /** Not in the specification: passwords, and the grids. */
  setPassword: '/set-password',
  forgotPassword: '/forgot-password',
  families: '/families',
  guardians: '/guardians',
  children: '/children',
  studies: '/studies',
  study: '/study',
  session: '/session',
  addStudy: '/add-study',
  editStudy: '/edit-study',
  invite: '/invite',
  mails: '/mails',
  auditEvents: '/audit-events',
  privacy: '/privacy',
  secondFactor: '/second-factor',
} as const;

/** `POST`: ends the session. The one staff call that is not below `ADMIN_API_PATH`. */
export const LOGOUT_PATH = `${ADMIN_BASE_PATH}/logout`;

/** Calls for sessions and passwords, below `ADMIN_API_PATH`. Source: admin portal, section 7. */
export const SESSION_CALLS = {
  login: '/login',
  whoami: '/whoami',
  /** Not in the specification. */
  setPassword: '/set-password',
  forgotPassword: '/forgot-password',
  loginSecondFactor: '/login/second-factor',
} as const;

/** The other staff calls, below `ADMIN_API_PATH`. Source: admin portal, section 7. */
export const STAFF_CALLS = {
  searchSummary: '/family-guardian-child/summary',
  searchDetails: '/family-guardian-child',
  /** Not in the specification. */
  searchCount: '/family-guardian-child/count',
  report: '/registration-report',
  resend: '/registration/send-on-demand-registration-email',
  followUp: '/emails/send-follow-up-emails',
  families: '/families',
  familyGuid: '/families/guid',
  /** Followed by the guid. */
  familyByGuid: '/families/getByGuid',
  updateByGuid: '/families/updateByGuid',
  /** Followed by the id. */
  familyById: '/families/familyId',
  guardians: '/guardians',
  users: '/users',
  // From here on: not in the specification.
  studies: '/studies',
  slots: '/slots',
  invitations: '/invitations',
  mails: '/mails',
  figures: '/figures',
  exports: '/exports',
  retentionPreview: '/privacy/retention',
  secondFactor: '/second-factor',
  privacySearch: '/privacy/searches',
  privacyDownload: '/privacy/downloads',
  privacyErase: '/privacy/erasures',
  privacyReceipts: '/privacy/receipts',
  privacyLift: '/privacy/suppressions/lift',
} as const;
