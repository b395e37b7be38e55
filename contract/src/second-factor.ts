/** Codes of an authenticator app (RFC 6238), and recovery codes. */
export const SECOND_FACTOR = {
  /** Digits of a code. */
  digits: 6,
  /** Characters of a recovery code, five bits each: 120 bits need no slow hash (OWASP ASVS 5.0, 6.5.2). */
  recoveryCodeLength: 24,
} as const;

/** Crockford's base32 in lower case: its characters are easy to tell apart on paper. */
export const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export interface EnteredCode {
  readonly kind: 'app' | 'recovery';
  readonly code: string;
}

/** Reads a code typed with spaces, hyphens, capitals, or `o` for `0`. `null` if it is neither kind. */
export function enteredCode(text: string): EnteredCode | null {
  const code = text.replace(/[\s\p{Pd}]+/gu, '').toLowerCase();
  if (code.length === SECOND_FACTOR.digits && /^[0-9]+$/.test(code)) return { kind: 'app', code };
  const plain = code.replaceAll('o', '0').replace(/[il]/g, '1');
  const isRecovery =
    plain.length === SECOND_FACTOR.recoveryCodeLength &&
    Array.from(plain).every((character) => RECOVERY_ALPHABET.includes(character));
  return isRecovery ? { kind: 'recovery', code: plain } : null;
}

/** A recovery code as it is shown: `0123-4567-89ab-…` */
export function groupedCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-');
}
