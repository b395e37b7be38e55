import { AUDIT_ACTION_NAMES } from './audit.js';
import { MAIL_STATE_NAMES } from './enumerations.js';
import { FAMILY_STATE_TEXTS } from './family.js';
import { monthName } from './format.js';
import { withdrawnText } from './invitation-words.js';
import { MAIL_KIND_NAMES, YES_NO } from './record-words.js';
import { INVITATION_STATE_TEXTS, PARTICIPATION_STATE_TEXTS } from './studies.js';

type Words = Readonly<Record<string, string>>;

/** Texts for codes, by field. */
const WORDS: Readonly<Record<string, Words>> = {
  action: AUDIT_ACTION_NAMES,
  kind: MAIL_KIND_NAMES,
  state: {
    ...FAMILY_STATE_TEXTS,
    ...MAIL_STATE_NAMES,
    ...INVITATION_STATE_TEXTS,
    ...PARTICIPATION_STATE_TEXTS,
  },
};

/** The text for a code in a record's field, for the audit trail and the access report. Other text is unchanged. */
export function codeText(field: string, value: string): string {
  if (field === 'withdrawnReason') return withdrawnText(value);
  if (field === 'monthOfBirth') return monthName(value);
  const words: Words | undefined = field.endsWith('Indicator') ? YES_NO : WORDS[field];
  return words?.[value] ?? value;
}
