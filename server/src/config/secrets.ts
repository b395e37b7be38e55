import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Environment } from './environment.js';
import { ConfigurationError } from './readers.js';

/** Secrets derived from the session secrets, one for each purpose, newest first. */
export class Secrets {
  constructor(readonly sessionSecrets: readonly string[]) {}

  /** Keys for `purpose`, one per configured secret. Sign with the first; accept any. */
  keysFor(purpose: string): [newest: Buffer, ...former: Buffer[]] {
    const [newest, ...former] = this.sessionSecrets.map((secret) =>
      createHmac('sha256', secret).update(`kidlab:${purpose}`).digest(),
    );
    if (newest === undefined) throw new Error('there is no session secret');
    return [newest, ...former];
  }

  /** A keyed hash in hexadecimal, for texts that must not be stored. */
  hashOf(purpose: string, text: string): string {
    return createHmac('sha256', this.keysFor(purpose)[0]).update(text).digest('hex');
  }

  /**
   * The token of a mailed link. It is derived from the link's id, so a retry mails the same link. Tables hold only
   * hashes: a reader of the database can't follow a link.
   */
  tokenOf(purpose: string, linkId: string): string {
    return tokenOf(linkId, this.keysFor(purpose)[0]);
  }

  /** The token of a link; `null` when the secret it was made with is no longer configured. */
  findToken(purpose: string, { id, tokenHash }: { id: string; tokenHash: string }): string | null {
    const tokens = this.keysFor(purpose).map((key) => tokenOf(id, key));
    return tokens.find((token) => hashOfToken(token) === tokenHash) ?? null;
  }
}

function tokenOf(linkId: string, key: Buffer): string {
  return createHmac('sha256', key).update(linkId).digest('base64url');
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The configured secrets, or one that is generated once and kept in the data folder. */
export function loadSecrets(environment: Pick<Environment, 'sessionSecrets' | 'dataDir'>): Secrets {
  if (environment.sessionSecrets !== null) return new Secrets(environment.sessionSecrets);
  try {
    return new Secrets([keptSecret(join(environment.dataDir, 'session-secret'))]);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      'DATA_DIR',
      `cannot be written (${code ?? 'unknown fault'})`,
      '.data',
    );
  }
}

/** A secret that is generated once and kept in `file`, readable only by its owner. */
export function keptSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
    // Linking is atomic, so two processes that start at once read the same secret.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
