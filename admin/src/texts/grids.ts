import type { FamilyOrigin } from '@kidlab/contract';

import { FAMILY_LABELS } from './record.js';

/** Texts of the grids: filters and bulk actions. */

const CHILD_FILTER_LABELS = {
  gender: 'Child’s gender',
  ageUOM: 'Child’s age in',
  minAge: 'Minimum age',
  maxAge: 'Maximum age',
} as const;

/** Filters that are not columns, or whose label differs from the column. */
export const FAMILY_FILTER_LABELS = {
  ...CHILD_FILTER_LABELS,
  q: 'Name, email or phone',
  signedUpFrom: 'Signed up from',
  signedUpTo: 'Signed up to',
  registeredFrom: 'Registered from',
  registeredTo: 'Registered to',
  origin: 'Registered by',
  waitingStage: 'Waiting stage',
} as const;
export const GUARDIAN_FILTER_LABELS = { q: 'Name or email address' } as const;
export const CHILD_GRID_FILTER_LABELS = {
  ageUOM: CHILD_FILTER_LABELS.ageUOM,
  minAge: CHILD_FILTER_LABELS.minAge,
  maxAge: CHILD_FILTER_LABELS.maxAge,
  q: 'First or family name',
  state: FAMILY_LABELS.state,
  okayToContactIndicator: FAMILY_LABELS.okayToContactIndicator,
  disabledIndicator: FAMILY_LABELS.disabledIndicator,
  contactable: 'May be invited',
  additionalLanguage: 'Additional language',
} as const;

export const FAMILY_ORIGIN_TEXTS: Readonly<Record<FamilyOrigin, string>> = {
  registration: 'A parent',
  staff: 'Staff',
};

/** Bulk actions on the selected rows. */
export const BULK_TEXTS = {
  resend: 'Resend verification email',
  delete: 'Delete',
  close: 'Close',
  stop: 'Stop',
  working: 'Working…',
  resendQuestion:
    'Do you want to resend the verification email to the selected families? Families that have already confirmed are skipped.',
  typeNumber: 'To confirm, type how many will be deleted',
  noneLeft: 'The selected rows no longer exist.',
  wrongNumber: 'This is not the number of selected rows.',
  leftOut: 'skipped (already confirmed)',
  sent: 'mailed',
  failed: 'failed',
  deleted: 'deleted',
  untouched: 'not tried',
} as const;
