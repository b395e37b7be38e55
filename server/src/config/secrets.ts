import { createHmac, randomBytes, randomUUID } from 'node:crypto';
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

/** A secret that is generated once and kept in `file`, readable only for its owner. */
export function keptSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
    // A link is atomic: two processes that start at once read the same secret.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
