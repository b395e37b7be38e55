import { defaultI18nProvider, type I18nProvider } from 'react-admin';

import { CANDIDATE_LABELS } from '../texts/inviting.js';
import { AUDIT_LABELS, MAIL_LABELS } from '../texts/operations.js';
import {
  CHILD_GRID_FILTER_LABELS,
  FAMILY_FILTER_LABELS,
  FILTER_TEXTS,
  GUARDIAN_FILTER_LABELS,
} from '../texts/grids.js';
import { CHILD_LABELS, FAMILY_LABELS, GUARDIAN_LABELS } from '../texts/record.js';
import { REPORT_TEXTS, SEARCH_TEXTS } from '../texts/search.js';
import { SLOT_LABELS, STUDY_LABELS } from '../texts/studies.js';
import { FAMILY_SUMMARIES, REGISTRATION_REPORT } from './lists.js';

/** Labels of the records' fields, by resource: columns, inputs and filters find them there by their source. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  families: { ...FAMILY_LABELS, ...FAMILY_FILTER_LABELS },
  guardians: { ...GUARDIAN_LABELS, ...GUARDIAN_FILTER_LABELS },
  children: { ...CHILD_LABELS, ...CHILD_GRID_FILTER_LABELS },
  studies: STUDY_LABELS,
  slots: SLOT_LABELS,
  candidates: CANDIDATE_LABELS,
  mails: MAIL_LABELS,
  'audit-events': AUDIT_LABELS,
  [FAMILY_SUMMARIES]: {
    ...SEARCH_TEXTS.columns,
    email: SEARCH_TEXTS.added.emailAddress,
    state: SEARCH_TEXTS.added.state,
  },
  [REGISTRATION_REPORT]: REPORT_TEXTS.columns,
};

const MESSAGES: Readonly<Record<string, string>> = {
  'ra.action.add_filter': FILTER_TEXTS.saved,
  // A sorted column's button is called like the column; `aria-sort` tells the order.
  'ra.sort.sort_by': '',
  ...Object.fromEntries(
    Object.entries(FIELDS).flatMap(([resource, labels]) =>
      Object.entries(labels).map(([field, label]) => [
        `resources.${resource}.fields.${field}`,
        label,
      ]),
    ),
  ),
};

/** react-admin's English words, and the portal's. */
export const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => MESSAGES[key] ?? defaultI18nProvider.translate(key, options),
};
