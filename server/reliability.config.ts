import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import base from './vitest.config.js';

/** A net for what hangs; every wait inside ends earlier with words of its own. */
const PATIENCE_MS = 900_000;

/** The longest files in their order: they begin first, so that none of them runs alone at the end. */
const LONGEST = ['fleet', 'mail', 'slow-database', 'clients', 'database', 'disk'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.reliability.ts`));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** The suite of faults: `npm run test:reliability`. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/reliability/**/*.reliability.ts'],
    reporters: ['default', './test/reliability/table-reporter.mjs'],
    sequence: { ...base.test?.sequence, sequencer: LongestFirst },
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
  },
});
