import { createHash } from 'node:crypto';

import Handlebars from 'handlebars';

import { COLORS } from '../templates/render-letter.js';
import type { CapturedMail, CapturedMailSummary } from './captured-mailbox.service.js';

export const CAPTURED_MAIL_PATH = 'captured-mail';

const { light, dark } = COLORS;

const STYLE = `
:root { color-scheme: light dark; --paper: ${light.paper}; --card: ${light.card}; --ink: ${light.ink}; --quiet: ${light.quiet}; --line: ${light.line}; --brand: ${light.brand}; }
@media (prefers-color-scheme: dark) {
  :root { --paper: ${dark.paper}; --card: ${dark.card}; --ink: ${dark.ink}; --quiet: ${dark.quiet}; --line: ${dark.line}; --brand: ${dark.brand}; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin-top: 2rem; }
a { color: var(--brand); }
.quiet { color: var(--quiet); }
.mails, .links { list-style: none; padding: 0; }
.mails li, dl, pre, iframe { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .75rem 1rem; margin: 0 0 .75rem; }
.mails a, .links a { display: inline-block; padding: .5rem 0; font-weight: 600; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .25rem 1rem; }
dt { color: var(--quiet); } dd { margin: 0; }
pre { white-space: pre-wrap; font-size: .9375rem; }
iframe { box-sizing: border-box; width: 100%; height: 54rem; padding: 0; }
summary { padding: .5rem 0; cursor: pointer; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Policy of the pages: no script, this one style sheet, nothing from elsewhere. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Policy of a mail's HTML part: it may look as it was written and open links in a new tab, and nothing else. */
export const PART_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{title}}</title>
<style>{{style}}</style>
</head>
<body>
<main>
{{> content}}
</main>
</body>
</html>
`;

const LIST = `<h1>Captured mail</h1>
<p class="quiet">SMTP_URL is not set, so mail is kept here instead of being sent. This page can be seen on this machine only.</p>
<p><a href="/${CAPTURED_MAIL_PATH}">Look for new mail</a></p>
{{#if mails}}
<p>{{shown}}, newest first:</p>
<ol class="mails">
{{#each mails}}
<li><a href="/${CAPTURED_MAIL_PATH}/{{id}}">{{subject}}</a><br>to {{to}}<br><time class="quiet" datetime="{{date}}">{{date}}</time></li>
{{/each}}
</ol>
{{else}}
<p>No mail yet.</p>
{{/if}}`;

const MAIL = `<p><a href="/${CAPTURED_MAIL_PATH}">All captured mail</a></p>
<h1>{{mail.subject}}</h1>
<dl>
<dt>To</dt><dd>{{mail.to}}</dd>
<dt>Date</dt><dd><time datetime="{{mail.date}}">{{mail.date}}</time></dd>
</dl>
<h2>Links</h2>
<ul class="links">
{{#each mail.links}}
<li><a href="{{this}}" target="_blank" rel="noopener noreferrer">{{this}}<span class="quiet"> (opens in a new tab)</span></a></li>
{{/each}}
</ul>
<h2>HTML part</h2>
<iframe src="/${CAPTURED_MAIL_PATH}/{{mail.id}}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="HTML part of the mail"></iframe>
<h2>Text part</h2>
<pre>{{mail.text}}</pre>
<h2>Source</h2>
<details>
<summary>Headers</summary>
<dl>
{{#each mail.headers}}
<dt>{{name}}</dt><dd>{{value}}</dd>
{{/each}}
</dl>
</details>
<p><a href="/${CAPTURED_MAIL_PATH}/{{mail.id}}/raw">Raw mail</a></p>`;

const engine = Handlebars.create();
const render = engine.compile(PAGE, { strict: true });
const list = engine.compile(LIST, { strict: true });
const show = engine.compile(MAIL, { strict: true });

function page(title: string, content: Handlebars.TemplateDelegate, data: object): string {
  const style = new Handlebars.SafeString(STYLE);
  return render({ title, style, ...data }, { partials: { content } });
}

export function listPage(mails: readonly CapturedMailSummary[], total: number): string {
  const shown =
    mails.length < total
      ? `${String(mails.length)} of ${String(total)} mails`
      : `${String(total)} ${total === 1 ? 'mail' : 'mails'}`;
  return page('Captured mail', list, { mails, shown });
}

export function mailPage(mail: CapturedMail): string {
  return page(`${mail.subject} – Captured mail`, show, { mail });
}

/** The mail's HTML part, its links opening in a new tab. */
export function htmlPart(mail: CapturedMail): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(mail.html)
    ? mail.html.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
    : `${base}${mail.html}`;
}
