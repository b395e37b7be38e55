import { createHash, createHmac } from 'node:crypto';

/**
 * Tokens of mailed links. A token is derived from the link's id and a server secret, so a retry mails the same link.
 * Tables hold only hashes: a reader of the database can't follow a link.
 */
export function tokenOf(linkId: string, key: Buffer): string {
  return createHmac('sha256', key).update(linkId).digest('base64url');
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token of a link; `null` when the secret it was made with is no longer configured. */
export function findToken(
  { id, tokenHash }: { id: string; tokenHash: string },
  keys: readonly Buffer[],
): string | null {
  const tokens = keys.map((key) => tokenOf(id, key));
  return tokens.find((token) => hashOfToken(token) === tokenHash) ?? null;
}
