import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const COMPONENTS = { environment: 'jsdom', setupFiles: 'test/browser.ts' } as const;
/** It starts the program, which nothing ends: other files would meet its page. */
const STARTED = 'test/hydration.test.tsx';

/** Rules run in Node, components in jsdom. What needs a real browser is tested in e2e/. */
export default defineConfig({
  define: { __API_ORIGIN__: '""' },
  resolve: {
    alias: {
      '@kidlab/contract': fileURLToPath(new URL('../contract/src/index.ts', import.meta.url)),
    },
  },
  test: {
    // A net for tests that hang, wide enough for a machine that is busy with other parts.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          ...COMPONENTS,
          name: 'components',
          include: ['test/**/*.test.tsx'],
          exclude: [STARTED],
          // The modules of the pages load once for all files.
          isolate: false,
        },
      },
      { extends: true, test: { ...COMPONENTS, name: 'start', include: [STARTED] } },
      { extends: true, test: { name: 'rules', include: ['src/**/*.test.ts'] } },
    ],
  },
});
