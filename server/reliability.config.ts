import { defineConfig } from 'vitest/config';

import base from './vitest.config.js';

/** A net for what hangs; every wait inside ends earlier with words of its own. */
const PATIENCE_MS = 900_000;

/** The suite of faults: `npm run test:reliability`. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/reliability/**/*.reliability.ts'],
    reporters: ['default', './test/reliability/table-reporter.mjs'],
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
  },
});
