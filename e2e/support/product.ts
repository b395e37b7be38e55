import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The product under test: where it listens and where it keeps its data. */
export interface Product {
  readonly port: number;
  /** The same as in mailed links, so that a link opens with the same browser storage. */
  readonly origin: string;
  readonly dataDir: string;
  /** Already running with `PORT` and `DATA_DIR`, which `E2E_PORT` and `E2E_DATA_DIR` name. */
  readonly isRunning: boolean;
}

const DEFAULT_PORT = 4610;
/** Set by the first test process, so that all of them use the same folder. */
const MADE_FOLDER = 'E2E_MADE_DATA_DIR';

function freshFolder(): string {
  const known = process.env[MADE_FOLDER];
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'kidlab-e2e-'));
  // PostgreSQL does not run as root, so its user needs access to the folder.
  chmodSync(folder, 0o755);
  process.env[MADE_FOLDER] = folder;
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function findProduct(): Product {
  const given = process.env['E2E_DATA_DIR'];
  const port = Number(process.env['E2E_PORT'] ?? DEFAULT_PORT);
  return {
    port,
    origin: `http://localhost:${String(port)}`,
    dataDir: given ?? freshFolder(),
    isRunning: given !== undefined,
  };
}

export const PRODUCT = findProduct();

/** A second server of the same product, on the same data, with the bot check switched on. */
export const CHECKED = {
  port: PRODUCT.port + 1_000,
  origin: `http://localhost:${String(PRODUCT.port + 1_000)}`,
} as const;

/** The product's first staff user, who is a user administrator. */
export const STAFF = {
  email: 'admin@example.org',
  password: 'toys are for testing 2026',
} as const;
