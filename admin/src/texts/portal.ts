import {
  FAMILY_STATE_TEXTS,
  type FamilyStateFilter,
  type Indicator,
  SEARCH,
  STAFF_MESSAGES,
  type StaffFamily,
} from '@kidlab/contract';

import { countOf, plural } from './dates.js';

/**
 * The portal's texts, by page. Source: admin portal, sections 2, 5 and 8, copied byte for byte. `added` holds texts
 * that are not in the specification. Messages of single fields are in the rules of the contract.
 */

export const PORTAL_TITLE = 'Lab Registration Admin Portal';

/** Shown beside the state of a disabled family, which gets no email and no invitation. */
const DISABLED = 'disabled';

/** The state of a family, with a note if it is disabled. */
export function familyStateText(state: FamilyStateFilter, disabled: Indicator): string {
  const text = FAMILY_STATE_TEXTS[state];
  return disabled === 'Y' ? `${text}, ${DISABLED}` : text;
}

export function familyState(family: StaffFamily): string {
  const { state, confirmationExpired, disabledIndicator } = family;
  return familyStateText(confirmationExpired ? 'expired' : state, disabledIndicator);
}

export const HEADER_TEXTS = {
  menu: 'Menu',
  search: 'Search Families and Children',
  addFamily: 'Add Family',
  report: 'Registration Report',
  users: 'User Administration',
  logOut: 'Log Out',
  /** Followed by the address. */
  loggedInAs: 'Logged In As:',
  added: {
    dashboard: 'Dashboard',
    families: 'Families',
    guardians: 'Guardians',
    children: 'Children',
    studies: 'Studies',
    mails: 'Emails',
    followUp: 'Send Follow-Up Emails',
    audit: 'Audit Trail',
    privacy: 'Privacy',
    pages: 'All pages',
    groups: {
      families: 'Families',
      sessions: 'Sessions',
      administration: 'Administration',
      account: 'Account',
    },
    collapseSideBar: 'Collapse the sidebar',
    expandSideBar: 'Expand the sidebar',
    findFamily: 'Find a family',
    skip: 'Skip to content',
    skipToResults: 'Skip to results',
    crashed: 'Something went wrong on this page.',
    reload: 'Reload the page',
    followUpConfirm: 'Send',
    followUpQuestion: 'Send follow-up emails now?',
    followUpExplained:
      'Every family that has not confirmed its registration and is due for a second notice gets an email.',
  },
} as const;

/** Not in the specification. */
export const THEME_TEXTS = {
  heading: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
} as const;

/** The "Find a family" dialog (Ctrl+K). Not in the specification. */
export const FIND_TEXTS = {
  label: 'Name, email or phone',
  hint: 'Type at least two characters.',
  failed: 'The search failed. Please try again.',
  searching: 'Searching…',
  close: 'Close',
  unnamed: '(no family name)',
} as const;

/** How many families the dialog found, and how many of them it shows. */
export function foundText(shown: number, total: number): string {
  if (total > shown)
    return `Showing the first ${String(shown)} of many families. Type more to narrow the search.`;
  return `${plural(total, 'family', 'families')} found`;
}

export const INACTIVITY_TEXTS = {
  loggedOut: 'You have been logged out due to inactivity.',
  added: { warningHeading: 'Are you still there?', stay: 'Stay logged in' },
} as const;

/** The warning before the inactivity time-out. It counts the last minute in seconds. */
export function inactivityWarning(seconds: number): string {
  const left = seconds > 60 ? plural(Math.ceil(seconds / 60), 'minute') : plural(seconds, 'second');
  return `You will be logged out in ${left} due to inactivity.`;
}

export const FOLLOW_UP_TEXTS = {
  sending: 'Sending Follow-Up Emails...',
  added: {
    heading: 'Follow-Up Emails',
    failed: 'The follow-up emails may not have been sent.',
  },
} as const;

export const ADD_FAMILY_TEXTS = {
  familySection: 'Family',
  guardianSection: 'Guardian #1',
  childSection: 'Child #1',
} as const;

export const FAMILY_DETAILS_TEXTS = {
  notFound: STAFF_MESSAGES.guidNotFound,
  failed: 'Failed to fetch family data',
  addGuardian: 'Add Guardian',
  addChild: 'Add Child',
  edit: 'Edit',
  delete: 'Delete',
  deleteQuestion: 'Are you sure you want to delete? This will delete all entered information.',
  added: {
    heading: 'Family Details',
    overview: 'Family Overview',
  },
} as const;

export const EDIT_TEXTS = {
  submit: 'Submit',
  cancel: 'Cancel',
  added: {
    editFamily: 'Edit Family',
    editGuardian: 'Edit Guardian',
    editChild: 'Edit Child',
    /** After someone else has saved the record. */
    reload: 'Discard my entries and reload',
  },
} as const;

export const USERS_TEXTS = {
  listHeading: 'Existing Users',
  delete: 'Delete',
  empty: 'No users found.',
  addFailed: 'Failed to add user. Maybe duplicate?',
  added: { email: 'Email Address', add: 'Add User' },
} as const;

/** Texts of every list. Only "No results found" is in the specification. */
export const LIST_TEXTS = {
  nothing: 'No results found',
  loading: 'Loading...',
  moreThan: 'more than',
  tryAgain: 'Try again',
  close: 'Close',
  unreadable: 'The filters in this address were not applied. It may have been cut off.',
  unknown: 'This list has no such filter, sort order or page.',
  clearFilters: 'Clear filters',
  select: 'Select',
  selected: 'selected',
  unselect: 'Unselect all',
  bulkActions: 'Selected rows',
  columns: 'Columns',
  usualColumns: 'Default columns',
  comfortable: 'Comfortable spacing',
  selectAll: 'Select all',
  backToResults: 'Back to results',
} as const;

/** The filter menu. */
export const FILTER_TEXTS = { any: 'Any', saved: 'Filters and saved searches' } as const;

/** @param from the label of a period's first day. @param to the label of its last day. */
export function periodFault(from: string, to: string): string {
  return `“${from}” must not be later than “${to}”.`;
}

/** Texts for saved searches, which react-admin calls queries. */
export const SAVED_SEARCH_TEXTS = {
  query_name: 'Name of the search',
  new_label: 'Save this search...',
  new_dialog_title: 'Save this search as',
  remove_label_with_name: 'Remove search "%{name}"',
  remove_dialog_title: 'Remove saved search?',
  remove_message: 'It is removed from your saved searches.',
} as const;

/** Asked before leaving a page with unsaved entries. */
export const LEAVE_UNSAVED = 'Leave without saving? Your changes will be lost.';

/** Nouns for the rows of lists, singular and plural. */
const FAMILIES = ['family', 'families'] as const;
const CHILDREN = ['child', 'children'] as const;
const NOUNS = {
  families: FAMILIES,
  'family-summaries': FAMILIES,
  'registration-report': FAMILIES,
  guardians: ['guardian', 'guardians'],
  children: CHILDREN,
  studies: ['study', 'studies'],
  slots: ['session', 'sessions'],
  candidates: CHILDREN,
  invitations: ['invitation', 'invitations'],
  mails: ['email', 'emails'],
  'audit-events': ['entry', 'entries'],
  rows: ['row', 'rows'],
} as const;

/** `703`, or `more than 1,000`, where the server stops counting. @param total omitted when unknown. */
export function totalText(total?: number): string {
  if (total !== undefined && total <= SEARCH.countedUpTo) return countOf(total);
  return `${LIST_TEXTS.moreThan} ${countOf(SEARCH.countedUpTo)}`;
}

const nounsOf = (resource: string) => new Map(Object.entries(NOUNS)).get(resource) ?? NOUNS.rows;
/** Names the page buttons of a list: `Pages of families`. */
export const pagesText = (resource: string): string => `Pages of ${nounsOf(resource)[1]}`;

/** `1 family`, `3 families`, `more than 1,000 families`. @param resource of the rows. */
export function countText(total: number | undefined, resource: string): string {
  const [one, several] = nounsOf(resource);
  return `${totalText(total)} ${total === 1 ? one : several}`;
}

/** Bulk actions on the selected rows. */
export const BULK_TEXTS = {
  resend: 'Resend verification email',
  delete: 'Delete',
  stop: 'Stop',
  working: 'Working…',
  resendQuestion:
    'Do you want to resend the verification email to the selected families? Families that have already confirmed are skipped.',
  typeNumber: 'To confirm, type how many will be deleted',
  number: 'Number',
  noneLeft: 'The selected rows no longer exist.',
  wrongNumber: 'This is not the number of selected rows.',
  leftOut: 'skipped (already confirmed, or mailed a moment ago)',
  sent: 'mailed',
  failed: 'failed',
  deleted: 'deleted',
  untouched: 'not tried',
} as const;
