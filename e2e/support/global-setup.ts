import { BASE_PATH, PUBLIC_CALLS, type SiteConfig } from '@kidlab/contract';

import { startEmbeddedPostgres } from '../../server/dist/database/embedded/index.js';
import { DATABASE_URL_VARIABLE } from './database.js';
import { SEED, SEED_VARIABLE } from './made-up.js';
import { YEAR_VARIABLE } from './people.js';
import { PRODUCT } from './product.js';

/** Asks the product for its year: a test never reads a clock of its own. */
async function askYear(): Promise<number> {
  const response = await fetch(PRODUCT.origin + BASE_PATH + PUBLIC_CALLS.config);
  const { today } = (await response.json()) as SiteConfig;
  return today.year;
}

/**
 * Joins the embedded database of the product, which runs by now. The tests look into it.
 * @returns how to leave it again
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env[YEAR_VARIABLE] = String(await askYear());
  console.log(`Values are made up from ${SEED_VARIABLE}=${SEED}`);
  const database = await startEmbeddedPostgres({ dataDir: PRODUCT.dataDir, log: () => undefined });
  process.env[DATABASE_URL_VARIABLE] = database.url;
  return () => database.stop();
}
