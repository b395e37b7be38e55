import { createCipheriv, createDecipheriv } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** Bytes of a nonce of the cipher. */
export const NONCE_BYTES = 12;

/** Encrypts a key by another one. */
export function wrapKey(key: Buffer, by: Buffer, nonce: Buffer): string {
  const cipher = createCipheriv(CIPHER, by, nonce);
  const encrypted = Buffer.concat([cipher.update(key), cipher.final()]);
  return [nonce, cipher.getAuthTag(), encrypted]
    .map((part) => part.toString('base64url'))
    .join('.');
}

/** @returns `null` when it was encrypted by another key. */
export function unwrapKey(wrapped: string, by: Buffer): Buffer | null {
  const [nonce, tag, encrypted] = wrapped.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (nonce === undefined || tag === undefined || encrypted === undefined) return null;
  try {
    const decipher = createDecipheriv(CIPHER, by, nonce).setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch {
    return null;
  }
}
