import { SECOND_FACTOR } from '@kidlab/contract';
import { Secret, TOTP } from 'otpauth';

/** Codes of authenticator apps (RFC 6238): pure, the moment is an argument. */

/** Bytes of a key: as many as SHA-1 gives (RFC 4226). */
export const KEY_BYTES = 20;

/** A key as apps take it when it is typed. */
export function keyText(key: Buffer): string {
  return secretOf(key).base32;
}

/** What the picture says to the app: the key, and under which name the app shows it. */
export function keyUri(key: Buffer, issuer: string, label: string): string {
  // A colon would part the two names.
  return totpOf(key, issuer.replaceAll(':', ' '), label.replaceAll(':', ' ')).toString();
}

/**
 * The time step in which `code` is the key's, near `at`.
 * @param lastStep the newest step that was used already: it and older ones are over.
 * @returns `null` when it is not, or not any more.
 */
export function stepOf(
  key: Buffer,
  code: string,
  at: Date,
  lastStep: number | null,
): number | null {
  const timestamp = at.getTime();
  const delta = totpOf(key).validate({ token: code, timestamp, window: SECOND_FACTOR.window });
  if (delta === null) return null;
  const step = Math.floor(timestamp / (SECOND_FACTOR.stepSeconds * 1_000)) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}

function totpOf(key: Buffer, issuer = '', label = ''): TOTP {
  return new TOTP({
    secret: secretOf(key),
    issuer,
    label,
    // What every app knows; some ignore any other.
    algorithm: 'SHA1',
    digits: SECOND_FACTOR.digits,
    period: SECOND_FACTOR.stepSeconds,
  });
}

function secretOf(key: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(key).buffer });
}
