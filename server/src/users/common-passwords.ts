import { passwordLengthFault } from '@kidlab/contract';
import { dictionary } from '@zxcvbn-ts/language-common';

import { STAFF_MESSAGES } from '../common/messages.js';
import type { Environment } from '../config/environment.js';

/** The passwords found most often in leaks, in lower case. */
const LEAKED: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Shortest listed password or word that is looked for inside a longer password. */
const SHORTEST_PART = 4;
/** Characters that must remain without the words of the context. */
const LEAST_REMAINING = 8;

/**
 * Whether a password is too common: listed, made of one or two listed ones (`password123456789`), a short piece
 * repeated (`abcabcabcabcabc`), or mostly words of the context.
 * @param context the user's address, and the names of product and lab.
 */
export function isCommonPassword(password: string, context: readonly string[]): boolean {
  const plain = plainOf(password);
  return (
    LEAKED.has(password.toLowerCase()) ||
    isRepetition(plain) ||
    isMadeOfTwo(plain) ||
    withoutWords(plain, context).length < LEAST_REMAINING
  );
}

/** Why this user can't have this password; `null` if it is allowed. */
export function passwordFault(
  password: string,
  email: string,
  lab: Pick<Environment, 'productName' | 'labName'>,
): string | null {
  const composed = password.normalize('NFC');
  const lengthFault = passwordLengthFault(composed);
  // Check the length first: the search takes seconds for a text as long as the body limit.
  if (lengthFault !== null) return lengthFault;
  const isCommon = isCommonPassword(composed, [email, lab.productName, lab.labName]);
  return isCommon ? STAFF_MESSAGES.commonPassword : null;
}

/** Letters and digits only, in lower case. A password without any stays as it is. */
function plainOf(text: string): string {
  const lower = text.toLowerCase();
  const plain = lower.replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return plain === '' ? lower : plain;
}

/** A piece of at most four characters, repeated; the last one may be cut off. */
function isRepetition(text: string): boolean {
  return [1, 2, 3, 4].some((size) => text.slice(size) === text.slice(0, -size));
}

function isMadeOfTwo(text: string): boolean {
  for (let at = SHORTEST_PART; at <= text.length - SHORTEST_PART; at += 1) {
    if (isListed(text.slice(0, at)) && isListed(text.slice(at))) return true;
  }
  return isListed(text);
}

/** A listed password, once or repeated. */
function isListed(text: string): boolean {
  for (let size = SHORTEST_PART; size <= text.length; size += 1) {
    if (text.length % size !== 0) continue;
    const piece = text.slice(0, size);
    if (LEAKED.has(piece) && piece.repeat(text.length / size) === text) return true;
  }
  return false;
}

function withoutWords(text: string, context: readonly string[]): string {
  return context
    .flatMap((phrase) => [plainOf(phrase), ...phrase.split(/[^\p{L}\p{M}\p{N}]+/u).map(plainOf)])
    .filter((word) => word.length >= SHORTEST_PART)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), text);
}
