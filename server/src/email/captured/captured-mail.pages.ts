import Handlebars from 'handlebars';

import type { CapturedMail } from './captured-mailbox.service.js';

export const CAPTURED_MAIL_PATH = 'captured-mail';

/** The pages, and the HTML part of a mail in its frame, run no script and load nothing. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{title}}</title>
<style>
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
main { max-width: 48rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
main a { display: inline-block; padding: .5rem 0; }
pre { white-space: pre-wrap; }
iframe { box-sizing: border-box; width: 100%; height: 54rem; }
</style>
</head>
<body>
<main>
{{> content}}
</main>
</body>
</html>
`;

const LIST = `<h1>Captured mail</h1>
<p>SMTP_URL is not set, so mail is kept here instead of being sent. Only this machine can open this page.</p>
<p><a href="/${CAPTURED_MAIL_PATH}">Look for new mail</a></p>
{{#if mails}}
<p>{{shown}}, newest first:</p>
<ol>
{{#each mails}}
<li><a href="/${CAPTURED_MAIL_PATH}/{{id}}">{{subject}}</a><br>to {{to}}<br><time datetime="{{date}}">{{date}}</time></li>
{{/each}}
</ol>
{{else}}
<p>No mail yet.</p>
{{/if}}`;

const MAIL = `<p><a href="/${CAPTURED_MAIL_PATH}">All captured mail</a></p>
<h1>{{mail.subject}}</h1>
<p>To {{mail.to}}<br>Reply to {{mail.replyTo}}<br><time datetime="{{mail.date}}">{{mail.date}}</time></p>
<h2>Links</h2>
<ul>
{{#each mail.links}}
<li><a href="{{this}}" target="_blank" rel="noopener noreferrer">{{this}} (opens in a new tab)</a></li>
{{/each}}
</ul>
<h2>HTML part</h2>
<iframe srcdoc="{{html}}" sandbox="allow-popups allow-popups-to-escape-sandbox" title="HTML part of the mail"></iframe>
<h2>Text part</h2>
<pre>{{mail.text}}</pre>
{{#each mail.calendars}}
<h2>Calendar part ({{method}})</h2>
<pre>{{content}}</pre>
{{/each}}`;

const engine = Handlebars.create();
const render = engine.compile(PAGE, { strict: true });
const list = engine.compile(LIST, { strict: true });
const show = engine.compile(MAIL, { strict: true });

export function listPage(mails: readonly CapturedMail[], total: number): string {
  const shown =
    mails.length < total
      ? `${String(mails.length)} of ${String(total)} mails`
      : `${String(total)} ${total === 1 ? 'mail' : 'mails'}`;
  return render({ title: 'Captured mail', mails, shown }, { partials: { content: list } });
}

export function mailPage(mail: CapturedMail): string {
  const title = `${mail.subject} – Captured mail`;
  // Links open in a new tab.
  const html = mail.html.replace('<head>', '<head><base target="_blank">');
  return render({ title, mail, html }, { partials: { content: show } });
}
