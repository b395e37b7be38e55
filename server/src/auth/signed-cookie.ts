import { createHmac, timingSafeEqual } from 'node:crypto';

/** What express-session puts before a value that it has signed. */
const SIGNED = 's:';

/**
 * The value of a signed cookie as express-session writes it: `s:VALUE.SIGNATURE`, escaped.
 * @param header the request's `Cookie`.
 * @param secrets any of them may have signed it.
 * @returns `null` where there is none, or one that nobody here has signed.
 */
export function signedValue(
  header: string | undefined,
  name: string,
  secrets: readonly string[],
): string | null {
  const text = header === undefined ? null : cookieNamed(header, name);
  if (text?.startsWith(SIGNED) !== true) return null;
  const dot = text.lastIndexOf('.');
  if (dot <= SIGNED.length) return null;
  const value = text.slice(SIGNED.length, dot);
  const signature = Buffer.from(text.slice(dot + 1));
  return secrets.some((secret) => isSameText(signature, signatureOf(value, secret))) ? value : null;
}

/** The first cookie of that name, unescaped. */
function cookieNamed(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) {
      return unescaped(pair.slice(equals + 1).trim());
    }
  }
  return null;
}

function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function signatureOf(value: string, secret: string): Buffer {
  const signature = createHmac('sha256', secret).update(value).digest('base64');
  // Base64 has it at its end alone.
  return Buffer.from(signature.replaceAll('=', ''));
}

function isSameText(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
