const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;
/** Longest line, its soft break included (RFC 2045, section 6.7). */
const LONGEST_LINE = 76;
const HEX = Buffer.from('0123456789ABCDEF', 'latin1');
/** Worst case of a byte: three characters, and its share of `=\r\n`. */
const MOST_PER_BYTE = 4;

/** 1 for bytes that stand for themselves wherever they are. */
const LITERAL = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > SPACE && byte < 0x7f && byte !== EQUALS ? 1 : 0,
);

/**
 * A text in quoted-printable, with the line ends of mail. Nodemailer's own looks at each line by several regular expressions,
 * which takes longer than all else about a letter.
 */
export function quotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const out = Buffer.allocUnsafe(bytes.length * MOST_PER_BYTE + 2);
  let at = 0;
  let column = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const next = bytes[index + 1];
    if (byte === RETURN && next === LINE_FEED) continue;
    if (byte === LINE_FEED) {
      out[at++] = RETURN;
      out[at++] = LINE_FEED;
      column = 0;
      continue;
    }
    const endsLine = next === undefined || next === LINE_FEED || next === RETURN;
    const isLiteral = LITERAL[byte] === 1 || ((byte === SPACE || byte === TAB) && !endsLine);
    const width = isLiteral ? 1 : 3;
    if (column + width >= LONGEST_LINE) {
      out[at++] = EQUALS;
      out[at++] = RETURN;
      out[at++] = LINE_FEED;
      column = 0;
    }
    if (isLiteral) {
      out[at++] = byte;
    } else {
      out[at++] = EQUALS;
      out[at++] = HEX[byte >> 4] ?? 0;
      out[at++] = HEX[byte & 15] ?? 0;
    }
    column += width;
  }
  return out.subarray(0, at);
}
