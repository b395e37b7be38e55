/** Longest answer that is kept, in characters: the width of its column. */
const MAX_SERVER_ANSWER = 500;

/** The look behind begins an unquoted name where it begins, and nowhere else: each is walked through once. */
const ADDRESS = /(?:"[^"]*"|(?<![^\s<>"'(),:;@[\]])[^\s<>"'(),:;@[\]]+)@[^\s<>"'(),:;@]+/g;
const LINK_TOKEN = /([?&]guid=)[^\s&>)"']+/gi;
const SHORTEST_MASKED_NAME = 3;

/**
 * What a mail server said, fit to be kept and shown to staff: one line, without addresses and link tokens (servers
 * like to repeat both), cut to the width of its column.
 * @param recipient whose local part is masked too where it stands alone.
 */
export function tidyServerAnswer(answer: string, recipient: string): string {
  const oneLine = answer.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const masked = maskWord(oneLine.replace(ADDRESS, '***'), recipient.split('@')[0] ?? '').replace(
    LINK_TOKEN,
    '$1***',
  );
  return Array.from(masked).slice(0, MAX_SERVER_ANSWER).join('');
}

const LETTER_BEFORE = /[\p{L}\p{N}]$/u;
const ASCII = /^[ -~]*$/;
const LETTER_AFTER = /^[\p{L}\p{N}]/u;

/** Most answers repeat nothing, and a pattern costs more than this. Beyond ASCII, a letter has more than two cases. */
function isCertainlyAbsent(text: string, word: string): boolean {
  return ASCII.test(text + word) && !text.toLowerCase().includes(word.toLowerCase());
}

/** Its neighbours are looked at afterwards: a pattern of all scripts' letters takes a millisecond to make, for every mail. */
function maskWord(text: string, word: string): string {
  if (word.length < SHORTEST_MASKED_NAME || isCertainlyAbsent(text, word)) return text;
  const pattern = new RegExp(word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu');
  let masked = '';
  let kept = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    if (LETTER_BEFORE.test(text.slice(0, match.index)) || LETTER_AFTER.test(text.slice(end))) {
      // A whole character: from the middle of one the pattern steps back to its beginning.
      pattern.lastIndex = match.index + ((text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1);
      continue;
    }
    masked += `${text.slice(kept, match.index)}***`;
    kept = end;
  }
  return masked + text.slice(kept);
}
