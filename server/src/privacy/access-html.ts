import {
  AUDIT_ACTION_NAMES,
  AUDIT_SUBJECT_NAMES,
  CHILD_LABELS,
  type ContactStatus,
  contactStatusText,
  FAMILY_LABELS,
  FAMILY_STATE_TEXTS,
  GUARDIAN_LABELS,
  INVITATION_STATE_TEXTS,
  MAIL_KIND_NAMES,
  MAIL_STATE_NAMES,
  MONTH_NAMES,
  MONTHS_OF_BIRTH,
  PARTICIPATION_STATE_TEXTS,
  referralLabel,
  type ReferralSource,
  withdrawnText,
  YES_NO,
} from '@kidlab/contract';
import Handlebars from 'handlebars';

import type { Environment } from '../config/environment.js';
import type { AccessReportDto } from './privacy.dto.js';

const { escapeExpression: escapeHtml } = Handlebars;

type Words = Readonly<Record<string, string>>;
type Lab = Pick<Environment, 'labName' | 'supportEmail' | 'labTimeZone' | 'employeeReferralLabel'>;

/** The page loads nothing and runs no script, wherever it is opened. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }
  h1, dd { overflow-wrap: anywhere; }
  dl { margin: 0.5rem 0 1.5rem; border-top: 1px solid #767676; }
  dl > div { display: grid; grid-template-columns: 14rem 1fr; border-bottom: 1px solid #767676; padding: 0.25rem 0; }
  dt { font-weight: 600; }
  dd { margin: 0; white-space: pre-line; }
  dd dl { margin: 0 0 0.5rem; border-top: 0; }
  dd dl > div:last-child { border-bottom: 0; }
  @media (max-width: 40rem) { dl > div { display: block; } dd dl { padding-left: 1rem; } }
`;

/** Fields that come last: what the lab's programs need. `mob`, the name of `monthOfBirth`, is left out. */
const LAST = [
  'eml',
  'registeredIndicator',
  'registeredDate',
  'disabledIndicator',
  'createdDate',
  'createdBy',
  'modifiedDate',
  'modifiedBy',
  'id',
  'guid',
  'familyId',
  'familyGuid',
  'version',
  'idempotencyKey',
];

/** Other fields read as their name does. */
const LABELS: Words = {
  ...GUARDIAN_LABELS,
  ...CHILD_LABELS,
  ...FAMILY_LABELS,
  ageConfirmedAt: 'Age Confirmed',
  contactStatus: 'Invitations',
  eml: 'Other Text',
  familyEmail: 'Family’s Email Address',
  familyGuid: 'Identifier of the Family',
  familyId: 'Number of the Family',
  guid: 'Identifier',
  id: 'Number',
  idempotencyKey: 'Key of the Form',
  isSent: 'Letter Sent',
  network: 'Network of Your Computer',
  origin: 'Website',
  registeredIndicator: 'Registered',
  subjectType: 'Record',
  told: 'What Our Letters Said',
  undeliverableAt: 'Email Rejected',
};

/** The words of enumerations, by field. */
const WORDS: Readonly<Record<string, Words>> = {
  action: AUDIT_ACTION_NAMES,
  kind: MAIL_KIND_NAMES,
  monthOfBirth: Object.fromEntries(
    MONTHS_OF_BIRTH.map((number, index) => [number, MONTH_NAMES[index] ?? number]),
  ),
  state: {
    ...FAMILY_STATE_TEXTS,
    ...MAIL_STATE_NAMES,
    ...INVITATION_STATE_TEXTS,
    ...PARTICIPATION_STATE_TEXTS,
  },
  subjectType: AUDIT_SUBJECT_NAMES,
};

/** A page for the owner of the address. */
export function accessHtml(report: AccessReportDto, lab: Lab): string {
  const title = `What ${lab.labName} keeps about ${report.email}`;
  const { email, madeAt, suppressedAt, families, mails, links, invitations, events, staffUser } =
    report;
  const facts = (record: object): string => factsHtml(record, lab);
  const list = (heading: string, records: readonly object[], level: 2 | 3 = 2): string[] => [
    `<h${String(level)}>${escapeHtml(heading)}</h${String(level)}>`,
    ...(records.length === 0 ? ['<p>None.</p>'] : records.map(facts)),
  ];
  const parts = [
    `<p>Times are those of the lab (${escapeHtml(lab.labTimeZone.replaceAll('_', ' '))}).</p>`,
    facts({ email, madeAt, erasedAt: suppressedAt, questions: lab.supportEmail }),
    ...families.flatMap((each, index) => [
      ...list(`Family ${String(index + 1)}`, [each.family]),
      ...list('Participation Agreement', each.consent === null ? [] : [each.consent], 3),
      ...list('Guardian', each.guardians, 3),
      ...(each.otherGuardians.length === 0 ? [] : list('Other Guardian', each.otherGuardians, 3)),
      ...list('Children', each.children, 3),
    ]),
    ...list('Emails', mails),
    ...list('Confirmation Links', links),
    ...list('Invitations', invitations),
    ...list('What Was Done', events),
    ...(staffUser === null ? [] : list('Staff User', [staffUser])),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${parts.join('\n')}
</body>
</html>
`;
}

function factsHtml(record: object, lab: Lab): string {
  const fields = Object.entries(record).filter(([field]) => field !== 'mob');
  fields.sort(([one], [other]) => LAST.indexOf(one) - LAST.indexOf(other));
  const rows = fields.map(
    ([field, value]) =>
      `<div><dt>${escapeHtml(LABELS[field] ?? titleOf(field))}</dt><dd>${valueHtml(field, value, lab)}</dd></div>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

/** `sentAt` becomes `Sent At`. */
function titleOf(field: string): string {
  return field.replace(/^[a-z]/, (first) => first.toUpperCase()).replace(/(?<=.)(?=[A-Z])/g, ' ');
}

function valueHtml(field: string, value: unknown, lab: Lab): string {
  if (value === null || value === undefined || value === '') return '–';
  if (field === 'contactStatus') return escapeHtml(contactStatusText(value as ContactStatus));
  if (Array.isArray(value)) {
    const areObjects = value.every((each) => typeof each === 'object');
    const items = value.map((each: unknown) => valueHtml(field, each, lab));
    return items.join(areObjects ? '' : ', ') || '–';
  }
  if (typeof value === 'object') return factsHtml(value, lab);
  if (typeof value === 'boolean') return YES_NO[value ? 'Y' : 'N'];
  return escapeHtml(typeof value === 'string' ? textOf(field, value, lab) : JSON.stringify(value));
}

/** Fields that hold a moment. By name: a note may look like one. */
const MOMENT = /(?:At|Date)$/;

function textOf(field: string, value: string, { labTimeZone, employeeReferralLabel }: Lab): string {
  if (MOMENT.test(field)) {
    const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
    return dateText(value, { ...time, timeZone: labTimeZone });
  }
  if (field === 'pausedUntil') return dateText(value, { timeZone: 'UTC' });
  if (field === 'withdrawnReason') return withdrawnText(value);
  if (field === 'referredBy') return referralLabel(value as ReferralSource, employeeReferralLabel);
  const words: Words | undefined = field.endsWith('Indicator') ? YES_NO : WORDS[field];
  return words?.[value] ?? value;
}

/** With plain spaces: Intl puts a narrow space before AM and PM. */
function dateText(at: string, more: Intl.DateTimeFormatOptions): string {
  const style = { year: 'numeric', month: 'long', day: 'numeric', ...more } as const;
  return new Date(at).toLocaleString('en-US', style).replace(/\s/g, ' ');
}
