import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: {
    alias: {
      '@kidlab/contract': fileURLToPath(new URL('../contract/src/index.ts', import.meta.url)),
    },
  },
  test: {
    include: ['{src,test}/**/*.test.ts'],
    setupFiles: ['reflect-metadata', './test/end-with-vitest.mjs'],
    globalSetup: './test/global-setup.mjs',
    // A worker loads the product once for all of its files: a file gives back what it changes outside itself.
    isolate: false,
    // After hooks in the order in which they are written, as before hooks.
    sequence: { hooks: 'list' },
    // Whole products are started and called: few tests end in the usual 300 milliseconds.
    slowTestThreshold: 10_000,
    // A net for tests that hang, wide enough for a machine that is busy with other things.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
