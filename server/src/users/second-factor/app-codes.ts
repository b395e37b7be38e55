import { SECOND_FACTOR } from '@kidlab/contract';
import { Secret, TOTP } from 'otpauth';
import { toDataURL } from 'qrcode';

/** Length of a key: that of a SHA-1 hash (RFC 4226). */
export const KEY_BYTES = 20;
/** How long an app shows one code, in seconds (RFC 6238). */
const STEP_SECONDS = 30;
/** Codes accepted before and after the current one, because clocks differ. */
const WINDOW = 1;

export function keyText(key: Buffer): string {
  return secretOf(key).base32;
}

/** The content of the QR code: the key, and the names that the app shows. */
export function keyUri(key: Buffer, issuer: string, label: string): string {
  // A colon separates the two names.
  return totpOf(key, issuer.replaceAll(':', ' '), label.replaceAll(':', ' ')).toString();
}

/**
 * The time step of a code near `at`.
 * @param lastStep the newest step that was used: no step up to it is accepted again.
 * @returns `null` for a wrong or used code.
 */
export function stepOf(
  key: Buffer,
  code: string,
  at: Date,
  lastStep: number | null,
): number | null {
  const timestamp = at.getTime();
  const delta = totpOf(key).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(timestamp / (STEP_SECONDS * 1_000)) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}

function totpOf(key: Buffer, issuer = '', label = ''): TOTP {
  return new TOTP({
    secret: secretOf(key),
    issuer,
    label,
    // Some apps ignore any other algorithm.
    algorithm: 'SHA1',
    digits: SECOND_FACTOR.digits,
    period: STEP_SECONDS,
  });
}

function secretOf(key: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(key).buffer });
}

/** A QR code as a `data:` URL, with the light border that scanners need. */
export function qrPicture(text: string): Promise<string> {
  return toDataURL(text, { errorCorrectionLevel: 'M', scale: 8 });
}
