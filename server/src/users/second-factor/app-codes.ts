import { SECOND_FACTOR, type SecondFactorSetup } from '@kidlab/contract';
import { Secret, TOTP } from 'otpauth';
import { create } from 'qrcode';

/** Codes of authenticator apps (RFC 6238): pure, the moment is an argument. */

/** Bytes of a key: as many as SHA-1 gives (RFC 4226). */
export const KEY_BYTES = 20;
/** How long the app shows a code, in seconds. */
const STEP_SECONDS = 30;
/** Codes before and after the present one that are taken too: clocks differ. */
const WINDOW = 1;

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
    // What every app knows; some ignore any other.
    algorithm: 'SHA1',
    digits: SECOND_FACTOR.digits,
    period: STEP_SECONDS,
  });
}

function secretOf(key: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(key).buffer });
}

/** Light squares around the picture that scanners need (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a picture of squares. A path of numbers: a page can draw it without taking markup from anywhere. */
export function qrPicture(text: string): SecondFactorSetup['qrCode'] {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const runs: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      const from = column;
      while (column + 1 < size && modules.get(row, column + 1) !== 0) column += 1;
      const width = String(column - from + 1);
      runs.push(`M${String(from + QUIET)} ${String(row + QUIET)}h${width}v1h-${width}z`);
    }
  }
  return { size: size + 2 * QUIET, path: runs.join('') };
}
