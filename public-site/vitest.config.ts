import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

/** Rules run in Node, components in jsdom. What needs a real browser is tested in e2e/. */
export default defineConfig({
  define: { __API_ORIGIN__: '""' },
  resolve: {
    alias: {
      '@kidlab/contract': fileURLToPath(new URL('../contract/src/index.ts', import.meta.url)),
    },
  },
  test: {
    testTimeout: 30_000,
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
      { extends: true, test: { name: 'rules', include: ['src/**/*.test.ts'] } },
    ],
  },
});
