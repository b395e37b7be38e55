// node make-secrets.mjs: makes what docker-compose.yml reads from secrets/. Keeps existing files.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'secrets');

/** @returns the content of a secret, made by `make` when it is not there */
function ensure(name, make) {
  const path = join(FOLDER, name);
  if (!existsSync(path)) {
    // World-readable in a closed folder: the container's user has another id, and only this file is mounted.
    writeFileSync(path, make(), { mode: 0o444 });
    console.log(`made secrets/${name}`);
  }
  return readFileSync(path, 'utf8');
}

const random = () => randomBytes(48).toString('base64url');

mkdirSync(FOLDER, { recursive: true });
chmodSync(FOLDER, 0o700);
const password = ensure('postgres_password', random);
ensure('database_url', () => `postgres://kidlab:${password}@database:5432/kidlab`);
ensure('session_secret', random);
ensure('smtp_url', () => 'smtp://mail:1025');
