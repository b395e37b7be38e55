import { BASE_PATH } from '@kidlab/contract';
import Handlebars from 'handlebars';

import type { Environment } from '../../config/environment.js';
import type { LetterContent } from '../letter-registry.js';

/** Copied from `brand/tokens.css`, because mail programs lack custom properties. Contrast is at least 4.5:1. */
export const COLORS = {
  light: {
    paper: '#fbf5e9',
    card: '#fffdf8',
    ink: '#2b2320',
    quiet: '#5d524b',
    line: '#e0d3bd',
    brand: '#0c5a66',
    onBrand: '#ffffff',
  },
  dark: {
    paper: '#1c1815',
    card: '#272220',
    ink: '#f6eee2',
    quiet: '#c9bdb0',
    line: '#443b35',
    brand: '#7fd0d4',
    onBrand: '#062a30',
  },
} as const;

const { light, dark } = COLORS;
const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
// `pre-line` keeps the line breaks of a reason that staff typed.
const TEXT = `margin:0 0 16px;${FONT};font-size:17px;line-height:26px;color:${light.ink};white-space:pre-line`;
const SMALL = `margin:0 0 12px;${FONT};font-size:15px;line-height:23px;color:${light.quiet}`;

/** Tables and inline styles, because mail programs drop the rest. The style sheet is only for dark mode. */
const HTML_LAYOUT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{subject}}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.paper} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .quiet { color: ${dark.quiet} !important; border-color: ${dark.line} !important; }
  .link { color: ${dark.brand} !important; }
  .button { background-color: ${dark.brand} !important; }
  .button-text { color: ${dark.onBrand} !important; border-color: ${dark.brand} !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">{{preheader}}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.paper}">
<tr><td align="center" style="padding:24px 12px;word-break:break-word">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td style="padding:0 4px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="button button-text" aria-hidden="true" width="44" height="44" align="center" style="width:44px;height:44px;background-color:${light.brand};border-radius:12px;${FONT};font-size:24px;line-height:44px;font-weight:700;color:${light.onBrand}">{{initial}}</td>
<td class="ink" style="padding-left:12px;${FONT};font-size:20px;line-height:28px;font-weight:700;color:${light.ink}">{{brand.labName}}</td>
</tr></table>
</td></tr>
<tr><td class="card" style="padding:28px 24px;background-color:${light.card};border:1px solid ${light.line};border-radius:12px">
<h1 class="ink" style="margin:0 0 20px;${FONT};font-size:25px;line-height:33px;font-weight:700;color:${light.ink}">{{heading}}</h1>
<p class="ink" style="${TEXT}">{{greeting}}</p>
{{#each paragraphs}}
<p class="ink" style="${TEXT}">{{this}}</p>
{{/each}}
{{#if action}}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
<tr><td class="button" align="center" style="background-color:${light.brand};border-radius:8px">
<a class="button-text" href="{{action.link}}" style="display:inline-block;padding:13px 26px;${FONT};font-size:17px;line-height:24px;font-weight:700;color:${light.onBrand};text-decoration:none;border:1px solid ${light.brand};border-radius:8px">{{action.label}}</a>
</td></tr>
</table>
<p class="quiet" style="${SMALL}">If the button does not work, copy this address into your browser:<br><a class="link" href="{{action.link}}" style="color:${light.brand};word-break:break-all">{{action.link}}</a></p>
{{/if}}
{{#if aside}}
<p class="quiet" style="${SMALL};padding-top:16px;border-top:1px solid ${light.line}">{{aside.text}}<br><a class="link" href="{{aside.link}}" style="color:${light.brand}">{{aside.label}}</a></p>
{{/if}}
</td></tr>
<tr><td style="padding:20px 4px 0">
<p class="quiet" style="${SMALL}">Questions? Write to <a class="link" href="mailto:{{brand.supportEmail}}" style="color:${light.brand}">{{brand.supportEmail}}</a>.</p>
<p class="quiet" style="${SMALL}">This email was sent automatically by {{brand.labName}}.</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

/** The plain-text part, with each link on its own line. */
const TEXT_LAYOUT = `{{greeting}}

{{#each paragraphs}}
{{this}}

{{/each}}
{{#if action}}
{{action.label}}:
{{action.link}}

{{/if}}
{{#if aside}}
{{aside.text}}
{{aside.label}}:
{{aside.link}}

{{/if}}
Questions? Write to {{brand.supportEmail}}.

-- 
{{brand.labName}}
This email was sent automatically.
`;

export type Brand = Pick<Environment, 'labName' | 'productName' | 'supportEmail' | 'publicBaseUrl'>;

/** The address of a page of the public site with a token. */
export function mailedLink(brand: Brand, route: string, token: string): URL {
  const link = new URL(`${BASE_PATH}${route}`, brand.publicBaseUrl);
  link.searchParams.set('guid', token);
  return link;
}

/**
 * Matches a period before two letters, as in `evil.com`: mail programs would show a link, so a name could advertise to
 * a stranger. A period at the end of a word or between initials (`J.R.`) does not match.
 */
const LOOKS_LIKE_A_DOMAIN = /\.[\p{L}\p{M}]{2,}/u;

export function greetingFor(firstName: string): string {
  return LOOKS_LIKE_A_DOMAIN.test(firstName) ? 'Hello,' : `Hello ${firstName},`;
}

export function inHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${String(hours)} hours`;
}

/** Plain-text content of both parts of a letter. No-break spaces become ordinary spaces in the text part. */
export interface LetterParts {
  readonly brand: Brand;
  /** Without anything that a visitor has typed. */
  readonly subject: string;
  /** Shown after the subject in a list of mails. */
  readonly preheader: string;
  readonly heading: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** What the reader is asked to do. */
  readonly action?: { readonly label: string; readonly link: URL };
  readonly aside?: { readonly text: string; readonly label: string; readonly link: URL };
}

const OPTIONS = { strict: true, knownHelpersOnly: true } as const;
const htmlPart = Handlebars.compile(HTML_LAYOUT, OPTIONS);
const textPart = Handlebars.compile(TEXT_LAYOUT, { ...OPTIONS, noEscape: true });

export function renderLetter({ action, aside, ...parts }: LetterParts): LetterContent {
  const subject = oneLine(parts.subject);
  const texts = {
    ...parts,
    subject,
    greeting: oneLine(parts.greeting),
    // The logo is a letter, because mail programs block images.
    initial: (Array.from(parts.brand.labName.trim())[0] ?? '').toUpperCase(),
  };
  const withLinks = (write: (link: URL) => unknown): object => ({
    ...texts,
    action: action && { ...action, link: write(action.link) },
    aside: aside && { ...aside, link: write(aside.link) },
  });
  return {
    subject,
    html: htmlPart(withLinks((link) => new Handlebars.SafeString(attributeOf(link)))),
    text: textPart(withLinks((link) => link.href)).replaceAll('\u00a0', ' '),
  };
}

/** Handlebars would escape `=` as `&#x3D;`, which some programs don't recognize in links. */
function attributeOf(link: URL): string {
  return link.href.replaceAll('&', '&amp;');
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
