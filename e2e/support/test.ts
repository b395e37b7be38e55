import { type BrowserContext, test as base } from '@playwright/test';

import { BrowserLog } from './browser-log.js';
import { Database } from './database.js';
import { aKey } from './made-up.js';

export interface Fixtures {
  /** An address that no other test uses. */
  readonly email: string;
  /** Errors in the browser's console. Any that the test does not announce fails it. */
  readonly browserLog: BrowserLog;
  /** Another person's browser, with its own cookies and storage. */
  readonly otherBrowser: BrowserContext;
}

export interface WorkerFixtures {
  readonly database: Database;
}

/** A route that is still answering when its test ends must not fail the run. */
async function endRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: [
    async ({ browserName: _browserName }, use) => {
      const database = new Database();
      await use(database);
      await database.close();
    },
    { scope: 'worker' },
  ],
  email: async ({ baseURL: _baseURL }, use) => {
    await use(`parent.${aKey()}@example.org`);
  },
  browserLog: [
    async ({ context }, use) => {
      const log = new BrowserLog();
      log.watch(context);
      await use(log);
      try {
        log.check();
      } finally {
        log.leave(context);
        await endRoutes(context);
      }
    },
    { auto: true },
  ],
  otherBrowser: async ({ browser, browserLog }, use) => {
    const context = await browser.newContext();
    browserLog.watch(context);
    await use(context);
    await endRoutes(context);
    await context.close();
  },
});

export { expect } from '@playwright/test';
