import Handlebars from 'handlebars';

import type { LetterContent } from '../letter.js';
import type { Brand } from './brand.js';
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

/** What differs between two letters of a batch; `aside`: the link in it. */
type Place = 'greeting' | 'action' | 'aside';

/** Stands in a layout until a letter is written. No text holds that character: it is taken out of greetings, and ours have none. */
const markOf = (place: Place): string => `\0${place}\0`;
const MARK = /\0(greeting|action|aside)\0/;

/** The two parts, taken apart at their places: texts at even indexes, places at odd ones. */
interface Layout {
  readonly html: readonly string[];
  readonly text: readonly string[];
}

/** By all else that letters say. There are as many as kinds of letters: a further one is some change of settings in tests. */
const layouts = new Map<string, Layout>();
const MOST_LAYOUTS = 50;

/**
 * Writes a letter's two parts in the common layout. A layout is filled in once for all letters that differ in nothing but
 * greeting and links: that is most of the work, and batches hold thousands of them.
 */
export function renderLetter(parts: LetterParts): LetterContent {
  const { html, text } = layoutOf(parts);
  const greeting = oneLine(parts.greeting);
  const action = parts.action.link;
  const aside = parts.aside?.link;
  return {
    subject: oneLine(parts.subject),
    html: filled(html, {
      greeting: Handlebars.escapeExpression(greeting),
      action: attributeOf(action),
      aside: aside === undefined ? '' : attributeOf(aside),
    }),
    text: filled(text, { greeting, action: action.href, aside: aside?.href ?? '' }),
  };
}

function layoutOf({ action, aside, brand, ...parts }: LetterParts): Layout {
  const said = {
    ...parts,
    // These alone: what features hand over as their brand often holds more, such as the link's token.
    brand: { labName: brand.labName, supportEmail: brand.supportEmail },
    greeting: markOf('greeting'),
    action: { label: action.label, link: markOf('action') },
    aside: aside && { text: aside.text, label: aside.label, link: markOf('aside') },
  };
  const key = JSON.stringify(said);
  const known = layouts.get(key);
  if (known !== undefined) return known;
  const layout = { html: htmlPart(said).split(MARK), text: textPart(said).split(MARK) };
  if (layouts.size >= MOST_LAYOUTS) layouts.clear();
  layouts.set(key, layout);
  return layout;
}

function filled(layout: readonly string[], values: Readonly<Record<Place, string>>): string {
  return layout.map((part, at) => (at % 2 === 0 ? part : values[part as Place])).join('');
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
