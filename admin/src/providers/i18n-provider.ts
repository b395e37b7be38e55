import { CHILD_LABELS, FAMILY_LABELS, GUARDIAN_LABELS } from '@kidlab/contract';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import englishMessages from 'ra-language-english';
import { mergeTranslations, type TranslationMessages } from 'react-admin';

import { CANDIDATE_LABELS } from '../texts/inviting.js';
import { AUDIT_LABELS, MAIL_LABELS } from '../texts/operations.js';
import {
  FILTER_TEXTS,
  LEAVE_UNSAVED,
  SAVED_SEARCH_TEXTS,
  totalText,
  USERS_TEXTS,
} from '../texts/portal.js';
import {
  CHILD_GRID_FILTER_LABELS,
  FAMILY_FILTER_LABELS,
  GUARDIAN_FILTER_LABELS,
} from '../texts/record.js';
import { REPORT_TEXTS, SEARCH_LABELS } from '../texts/search.js';
import { SLOT_LABELS, STUDY_LABELS } from '../texts/studies.js';
import { FAMILY_SUMMARIES, REGISTRATION_REPORT } from './lists.js';

/** Field labels by resource. Columns, inputs and filters look theirs up by source. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  families: { ...FAMILY_LABELS, ...FAMILY_FILTER_LABELS },
  guardians: { ...GUARDIAN_LABELS, ...GUARDIAN_FILTER_LABELS },
  children: { ...CHILD_LABELS, ...CHILD_GRID_FILTER_LABELS },
  studies: STUDY_LABELS,
  slots: SLOT_LABELS,
  candidates: CANDIDATE_LABELS,
  mails: MAIL_LABELS,
  'audit-events': AUDIT_LABELS,
  users: USERS_TEXTS.added,
  [FAMILY_SUMMARIES]: SEARCH_LABELS,
  [REGISTRATION_REPORT]: REPORT_TEXTS.columns,
};

/** react-admin's English messages, with the portal's overrides. */
const messages = mergeTranslations(englishMessages, {
  ra: {
    action: { add_filter: FILTER_TEXTS.saved },
    message: { unsaved_changes: LEAVE_UNSAVED },
    saved_queries: SAVED_SEARCH_TEXTS,
    // A sort button is named only after its column; `aria-sort` gives the order.
    sort: { sort_by: '' },
    navigation: {
      // The list has no exact total.
      partial_page_range_info: `%{offsetBegin}-%{offsetEnd} of ${totalText()}`,
    },
  },
  resources: Object.fromEntries(
    Object.entries(FIELDS).map(([resource, fields]) => [resource, { fields }]),
  ),
}) as TranslationMessages;

export const i18nProvider = polyglotI18nProvider(() => messages, 'en', undefined, {
  allowMissing: true,
});
