import { join } from 'node:path';

import { defineConfig } from '@playwright/test';

import config from './playwright.config.js';

const [server] = [config.webServer].flat();

/** `npm run screenshots` takes the pictures in docs/ of a product with made-up families. */
export default defineConfig({
  ...config,
  testDir: 'screenshots',
  testMatch: ['portal.ts', 'public-site.ts'],
  outputDir: join('test-results', 'screenshots'),
  workers: 1,
  ...(server === undefined
    ? {}
    : {
        webServer: {
          ...server,
          command: `"${process.execPath}" scripts/server-command.mjs database/demo-data 600 && ${server.command}`,
        },
      }),
});
