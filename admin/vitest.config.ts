import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

/** Rules run in Node and components in jsdom. Tests that need a real browser are in e2e/. */
export default defineConfig({
  resolve: {
    // Node's own choice among a package's builds, so that React contexts exist once.
    conditions: ['node', 'module-sync', 'development|production'],
    alias: {
      '@kidlab/contract': fileURLToPath(new URL('../contract/src/index.ts', import.meta.url)),
    },
  },
  test: {
    // A worker loads react-admin once for all of its files: a file restores what it changes outside itself.
    isolate: false,
    unstubGlobals: true,
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['test/**/*.test.tsx'],
          setupFiles: 'test/browser.ts',
        },
      },
      { extends: true, test: { name: 'rules', include: ['{src,test}/**/*.test.ts'] } },
    ],
  },
});
