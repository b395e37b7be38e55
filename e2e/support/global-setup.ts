import { startEmbeddedPostgres } from '../../server/dist/database/embedded/index.js';
import { DATABASE_URL_VARIABLE } from './database.js';
import { SEED, SEED_VARIABLE } from './made-up.js';
import { PRODUCT } from './product.js';

/**
 * Joins the embedded database of the product that runs by now, so that the tests can look into it.
 * @returns how to leave it again
 */
export default async function joinDatabase(): Promise<() => Promise<void>> {
  console.log(`Values are made up from ${SEED_VARIABLE}=${SEED}`);
  const database = await startEmbeddedPostgres({ dataDir: PRODUCT.dataDir, log: () => undefined });
  process.env[DATABASE_URL_VARIABLE] = database.url;
  return () => database.stop();
}
