import Handlebars from 'handlebars';

import type { AccessReportDto } from './privacy.dto.js';

const { escapeExpression: escapeHtml } = Handlebars;

/** The page loads nothing and runs no script, wherever it is opened. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }
  table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 1.5rem; }
  th, td { border: 1px solid #767676; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
  th { width: 14rem; font-weight: 600; }
`;

export function accessHtml(
  report: AccessReportDto,
  { labName, supportEmail }: { labName: string; supportEmail: string },
): string {
  const title = `What ${labName} keeps about ${report.email}`;
  const { email, madeAt, suppressedAt, families, mails, links, invitations, events, staffUser } =
    report;
  const parts = [
    table({ address: email, madeAt, erasedBefore: suppressedAt, questions: supportEmail }),
    ...families.flatMap((each, index) => [
      heading(2, `Family ${String(index + 1)}`),
      table(each.family),
      heading(3, 'Participation agreement'),
      each.consent === null ? NOTHING : table(each.consent),
      heading(3, 'Guardian'),
      ...each.guardians.map(table),
      ...(each.otherGuardians.length === 0 ? [] : [heading(3, 'Other guardian')]),
      ...each.otherGuardians.map(table),
      heading(3, 'Children'),
      ...(each.children.length === 0 ? [NOTHING] : each.children.map(table)),
    ]),
    ...list('Emails', mails),
    ...list('Confirmation links', links),
    ...list('Invitations', invitations),
    ...list('What was done', events),
    ...(staffUser === null ? [] : [heading(2, 'Staff user'), table(staffUser)]),
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

const NOTHING = '<p>None.</p>';

function list(title: string, items: readonly object[]): string[] {
  return [heading(2, title), ...(items.length === 0 ? [NOTHING] : items.map(table))];
}

function heading(level: 2 | 3, text: string): string {
  return `<h${String(level)}>${escapeHtml(text)}</h${String(level)}>`;
}

function table(record: object): string {
  const rows = Object.entries(record).map(
    ([name, value]: [string, unknown]) =>
      `<tr><th scope="row">${escapeHtml(labelOf(name))}</th><td>${escapeHtml(textOf(value))}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

/** `zipCode` becomes `Zip code`. */
function labelOf(name: string): string {
  const words = name
    .replace(/([A-Z]+)/g, ' $1')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
