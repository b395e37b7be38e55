import { BASE_PATH, PUBLIC_CALLS, type SiteConfig } from '@kidlab/contract';

import { startEmbeddedPostgres } from '../../server/dist/database/embedded/index.js';
import { DATABASE_URL_VARIABLE } from './database.js';
import { SEED, SEED_VARIABLE } from './made-up.js';
import { YEAR_VARIABLE } from './people.js';
import { PRODUCT } from './product.js';

/** Asks the product for its year, so that no test reads its own clock. */
async function askYear(): Promise<number> {
  const response = await fetch(PRODUCT.origin + BASE_PATH + PUBLIC_CALLS.config);
  const { today } = (await response.json()) as SiteConfig;
  return today.year;
}

/**
 * Connects to the product's embedded database, which is running by now, so that tests can query it.
 * @returns a function that disconnects
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env[YEAR_VARIABLE] = String(await askYear());
  console.log(`Values are made up from ${SEED_VARIABLE}=${SEED}`);
  const database = await startEmbeddedPostgres({ dataDir: PRODUCT.dataDir, log: () => undefined });
  process.env[DATABASE_URL_VARIABLE] = database.url;
  return () => database.stop();
}
