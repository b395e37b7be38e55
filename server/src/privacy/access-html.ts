import {
  type AccessFamily,
  CHILD_LABELS,
  codeText,
  type ContactStatus,
  contactStatusText,
  FAMILY_LABELS,
  GUARDIAN_LABELS,
  referralLabel,
  type ReferralSource,
  YES_NO,
} from '@kidlab/contract';
import Handlebars from 'handlebars';

import type { Environment } from '../config/environment.js';
import type { AccessReportDto } from './privacy.dto.js';

const { escapeExpression: escapeHtml } = Handlebars;

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

/** Omitted fields: internal ids, and fields that repeat another field. */
const LEFT_OUT =
  /^(?:id|guid|version|mob|registeredIndicator|confirmationExpired)$|(?:Guid|(?<!whichHand)Id)$/;

/** Fields that come last: the state of a record, and who wrote it when. */
const LAST = /^(?:eml|registeredDate|disabledIndicator|(?:created|modified)(?:Date|By))$/;

/** Fields that hold a timestamp. Matched by name, because the text of a note may look like one. */
const MOMENT = /(?:At|Date)$/;

/** Other labels are derived from the field's name; see `labelOf`. */
const LABELS: Readonly<Record<string, string>> = {
  ...GUARDIAN_LABELS,
  ...CHILD_LABELS,
  ...FAMILY_LABELS,
  ageConfirmedAt: 'Age Confirmed',
  contactStatus: 'Invitations',
  eml: 'Other Text',
  familyEmail: 'Family’s Email Address',
  isSent: 'Email Sent',
  network: 'Network of Your Computer',
  origin: 'Website',
  told: 'What Our Emails Said',
  undeliverableAt: 'Email Rejected',
  withPossible: 'Also for Children Who May Have the Right Age',
};

/** The report as an HTML page for the owner of the address. Only the JSON file has every field. */
export function accessHtml(report: AccessReportDto, lab: Lab): string {
  const { email, madeAt, suppressedAt, staffUser } = report;
  const title = escapeHtml(`What ${lab.labName} keeps about ${email}`);
  const page = new AccessPage(lab);
  const mails = report.mails.map(({ kind, state, createdAt, sentAt }) =>
    page.row(sentAt ?? createdAt, `${page.value('kind', kind)}: ${page.value('state', state)}`),
  );
  const events = report.events.map(({ occurredAt, action, before, after }) => {
    // The values of a created record are shown above, or in later changes.
    const changes = action.endsWith('.created') ? '' : page.changes(before, after);
    return page.row(occurredAt, page.value('action', action) + changes);
  });
  const parts = [
    page.facts({ email, madeAt, erasedAt: suppressedAt, questions: lab.supportEmail }),
    ...report.families.map((each, index) => page.family(each, `Family ${String(index + 1)}`)),
    page.list('Invitations', report.invitations),
    headed('Emails', tableHtml(mails)),
    page.list('Confirmation Links', report.links),
    headed('What Was Done', tableHtml(events)),
    staffUser === null ? '' : page.list('Staff User', [staffUser]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>Times are in the lab’s time zone (${escapeHtml(lab.labTimeZone.replaceAll('_', ' '))}). Empty fields and internal record numbers are left out. The lab can also give you a JSON file that has them.</p>
${parts.join('\n')}
</body>
</html>
`;
}

type Facts = Readonly<Record<string, unknown>>;

class AccessPage {
  constructor(private readonly lab: Lab) {}

  family({ family, consent, ...people }: AccessFamily, heading: string): string {
    return [
      this.list(heading, [family]),
      this.list('Participation Agreement', consent === null ? [] : [consent], 'h3'),
      this.list('Guardian', people.guardians, 'h3'),
      this.list('Other Guardian', people.otherGuardians, 'h3'),
      this.list('Children', people.children, 'h3'),
    ].join('\n');
  }

  list(heading: string, records: readonly object[], level: Level = 'h2'): string {
    return headed(heading, records.map((record) => this.facts(record)).join(''), level);
  }

  /** A row with a time and, as HTML, what happened. */
  row(at: string, html: string): string {
    return rowHtml(this.momentText(at), html);
  }

  facts(record: object): string {
    const fields = Object.entries(record).filter(([field]) => !LEFT_OUT.test(field));
    fields.sort(([one], [other]) => Number(LAST.test(one)) - Number(LAST.test(other)));
    const rows = fields.map(([field, value]) => [field, this.value(field, value)] as const);
    return tableHtml(
      rows.filter(([, html]) => html !== '').map(([field, html]) => rowHtml(labelOf(field), html)),
    );
  }

  /** The old and new values that differ. If an event has only one side, all of its values. */
  changes(before: object | null, after: object | null): string {
    if (before === null || after === null) return this.facts(before ?? after ?? {});
    const [old, now]: [Facts, Facts] = [{ ...before }, { ...after }];
    const fields = Object.keys({ ...old, ...now }).filter((field) => !LEFT_OUT.test(field));
    return tableHtml(
      fields.flatMap((field) => {
        const [was, is] = [this.value(field, old[field]), this.value(field, now[field])];
        return was === is ? [] : [rowHtml(labelOf(field), `${was || '–'} → ${is || '–'}`)];
      }),
    );
  }

  value(field: string, value: unknown): string {
    if (value === null || value === undefined) return '';
    if (field === 'contactStatus') return escapeHtml(contactStatusText(value as ContactStatus));
    if (Array.isArray(value)) {
      // Ids of records.
      if (typeof value[0] === 'number') return '';
      return value.map((each: unknown) => this.value(field, each)).join('');
    }
    if (typeof value === 'object') return this.facts(value);
    if (typeof value === 'boolean') return YES_NO[value ? 'Y' : 'N'];
    return escapeHtml(typeof value === 'string' ? this.text(field, value) : JSON.stringify(value));
  }

  private text(field: string, value: string): string {
    if (MOMENT.test(field)) return this.momentText(value);
    if (field === 'pausedUntil') return dateText(value, { timeZone: 'UTC' });
    if (field === 'referredBy')
      return referralLabel(value as ReferralSource, this.lab.employeeReferralLabel);
    return codeText(field, value);
  }

  private momentText(at: string): string {
    const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
    return dateText(at, { ...time, timeZone: this.lab.labTimeZone });
  }
}

type Level = 'h2' | 'h3';

const headed = (heading: string, html: string, level: Level = 'h2'): string =>
  `<${level}>${escapeHtml(heading)}</${level}>\n${html || '<p>None.</p>'}`;

const tableHtml = (rows: readonly string[]): string =>
  rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`;

const rowHtml = (name: string, html: string): string =>
  `<div><dt>${escapeHtml(name)}</dt><dd>${html}</dd></div>`;

/** Without a label of its own, `sentAt` becomes `Sent At`. */
function labelOf(field: string): string {
  const title = field.charAt(0).toUpperCase() + field.slice(1);
  return LABELS[field] ?? title.replace(/(?<=.)(?=[A-Z])/g, ' ');
}

/** With plain spaces: Intl puts a narrow space before AM and PM. */
function dateText(at: string, more: Intl.DateTimeFormatOptions): string {
  const style = { year: 'numeric', month: 'long', day: 'numeric', ...more } as const;
  return new Date(at).toLocaleString('en-US', style).replace(/\s/g, ' ');
}
