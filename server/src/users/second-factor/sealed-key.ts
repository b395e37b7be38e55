import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Keys are encrypted in the database. A row that was changed or moved to another user can't be decrypted. */
const ALGORITHM = 'aes-256-gcm';
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a user's key. @param nonce `NONCE_BYTES` bytes that were never used with `secret` before. */
export function seal(key: Buffer, secret: Buffer, nonce: Buffer, userId: number): Buffer {
  const cipher = createCipheriv(ALGORITHM, secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(ownerText(userId)));
  const text = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/**
 * Decrypts a user's key.
 * @returns the key and the index of its secret (0 is the newest); `null` when none of them decrypts it.
 */
export function open(
  sealed: Buffer,
  secrets: readonly Buffer[],
  userId: number,
): { key: Buffer; secretIndex: number } | null {
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  for (const [secretIndex, secret] of secrets.entries()) {
    const cipher = createDecipheriv(ALGORITHM, secret, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(ownerText(userId)));
    cipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const key = Buffer.concat([
        cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
        cipher.final(),
      ]);
      return { key, secretIndex };
    } catch {
      // Try the next secret.
    }
  }
  return null;
}

function ownerText(userId: number): string {
  return `second-factor:${String(userId)}`;
}
