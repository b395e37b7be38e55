import Handlebars from 'handlebars';

import type { LetterContent } from '../letter.js';
import type { Brand } from './words.js';
import { HTML_LAYOUT, TEXT_LAYOUT } from './layout.js';

/** What a letter says; both its parts are made from this, so that they never differ. All of it plain text. */
export interface LetterParts {
  readonly brand: Brand;
  /** Holds nothing that a visitor has typed. */
  readonly subject: string;
  /** Shown beside the subject in a list of mails. */
  readonly preheader: string;
  readonly heading: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** What the reader is asked to do. */
  readonly action: { readonly label: string; readonly link: URL };
  /** A way out, set apart. */
  readonly aside?: { readonly text: string; readonly label: string; readonly link: URL };
}

const OPTIONS = { strict: true, knownHelpersOnly: true } as const;
const htmlPart = Handlebars.compile(HTML_LAYOUT, OPTIONS);
const textPart = Handlebars.compile(TEXT_LAYOUT, { ...OPTIONS, noEscape: true });

/** Writes a letter's two parts in the common layout. */
export function renderLetter({ action, aside, ...parts }: LetterParts): LetterContent {
  const subject = oneLine(parts.subject);
  const said = { ...parts, subject, greeting: oneLine(parts.greeting) };
  const withLinks = (write: (link: URL) => unknown): object => ({
    ...said,
    action: { label: action.label, link: write(action.link) },
    aside: aside && { ...aside, link: write(aside.link) },
  });
  return {
    subject,
    html: htmlPart(withLinks((link) => new Handlebars.SafeString(attributeOf(link)))),
    text: textPart(withLinks((link) => link.href)),
  };
}

/**
 * A link in HTML. A URL has its quotes and angle brackets percent-encoded already; escaping the rest as Handlebars does
 * would turn `=` into `&#x3D;`, which programs that search letters for links don't understand.
 */
function attributeOf(link: URL): string {
  return link.href.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
