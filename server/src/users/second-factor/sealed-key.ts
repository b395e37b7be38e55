import { createCipheriv, createDecipheriv } from 'node:crypto';

/**
 * AES-256-GCM: the table alone gives no keys away, and a row that was changed or moved to another user opens nothing.
 */
const ALGORITHM = 'aes-256-gcm';
/** Bytes of the nonce, and of the tag that tells whether anything was changed. */
export const NONCE_BYTES = 12;
const TAG = 16;

/**
 * Encrypts a key for the database.
 * @param nonce `NONCE_BYTES` bytes that were never used with `secret` before.
 * @param userId whose key it is: it is opened for nobody else.
 */
export function seal(key: Buffer, secret: Buffer, nonce: Buffer, userId: number): Buffer {
  const cipher = createCipheriv(ALGORITHM, secret, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(ownerText(userId)));
  const text = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/**
 * Decrypts a key.
 * @returns by which of the secrets (the newest is 0) as well; `null` when it was changed, is another user's, or none
 * of the secrets has sealed it.
 */
export function open(
  sealed: Buffer,
  secrets: readonly Buffer[],
  userId: number,
): { key: Buffer; secretIndex: number } | null {
  if (sealed.length <= NONCE_BYTES + TAG) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  for (const [secretIndex, secret] of secrets.entries()) {
    const cipher = createDecipheriv(ALGORITHM, secret, nonce, { authTagLength: TAG });
    cipher.setAAD(Buffer.from(ownerText(userId)));
    cipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG));
    try {
      const key = Buffer.concat([
        cipher.update(sealed.subarray(NONCE_BYTES + TAG)),
        cipher.final(),
      ]);
      return { key, secretIndex };
    } catch {
      // Not by this secret.
    }
  }
  return null;
}

function ownerText(userId: number): string {
  return `second-factor:${String(userId)}`;
}
