import { tidied } from '@kidlab/contract';

const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters but for tab and line feed, and halves of a character that lack the other half. */
const NO_TEXT = /(?![\t\n])\p{Cc}|\p{Surrogate}/gu;

/**
 * Text as it is kept: tidied, in Unicode's composed form, lines ended by a line feed, without what is no text. Such characters
 * come by accident (a phone's keyboard cuts a long text in the middle of an emoji, a word processor's clipboard holds a page
 * break), so that they are dropped; refusing them would ask a parent to find what can't be seen.
 */
export function cleanText(text: string): string {
  return tidied(text.replace(LINE_END, '\n').replace(NO_TEXT, '').normalize('NFC'));
}
