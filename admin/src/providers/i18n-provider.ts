import { CHILD_LABELS } from '@kidlab/contract';
import { defaultI18nProvider, type I18nProvider } from 'react-admin';

import { FAMILY_LABELS, GUARDIAN_LABELS } from '../texts/record.js';

/** Labels of the records' fields, by resource: columns and inputs find them there by their source. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  families: FAMILY_LABELS,
  guardians: GUARDIAN_LABELS,
  children: CHILD_LABELS,
};

const MESSAGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FIELDS).flatMap(([resource, labels]) =>
    Object.entries(labels).map(([field, label]) => [
      `resources.${resource}.fields.${field}`,
      label,
    ]),
  ),
);

/** react-admin's English words, and the portal's. */
export const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => MESSAGES[key] ?? defaultI18nProvider.translate(key, options),
};
