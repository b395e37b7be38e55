import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { defineConfig, devices } from '@playwright/test';

import { CHECKED, PRODUCT, STAFF } from './support/product.js';

/**
 * Variables of the developer's environment or `.env` that must not reach the product under test. Empty means unset.
 */
const NOT_OURS = [
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'ALLOWED_ORIGINS',
  'TRUST_PROXY',
  'METRICS_PORT',
  'SESSION_SECRET',
  'USER_ADMIN_EMAILS',
  'RECAPTCHA_SITE_KEY',
  'RECAPTCHA_SECRET_KEY',
  'LAB_NAME',
  'PRODUCT_NAME',
  'EMPLOYEE_REFERRAL_LABEL',
  'STAFF_EMAIL_DOMAIN',
  'REGISTRATION_TOKEN_HOURS',
  'CONFIRMATION_WINDOW_HOURS',
];

/** Starts the product as on a fresh clone, with its own folder and port. */
function server({ port, origin }: { port: number; origin: string }, botCheck: 'altcha' | 'off') {
  return {
    command: `"${process.execPath}" scripts/start.mjs`,
    cwd: join(import.meta.dirname, '..'),
    url: `${origin}/health/ready`,
    reuseExistingServer: PRODUCT.isRunning,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 } as const,
    env: {
      ...Object.fromEntries(NOT_OURS.map((name) => [name, ''])),
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      // Both servers mail links to the first one.
      PUBLIC_BASE_URL: PRODUCT.origin,
      DATA_DIR: PRODUCT.dataDir,
      BOT_CHECK: botCheck,
      ADMIN_EMAIL: STAFF.email,
      ADMIN_PASSWORD: STAFF.password,
      // The tests register hundreds of families from one address within minutes.
      RATE_LIMIT: 'off',
    },
  };
}

const isRoot = process.getuid?.() === 0;
const chromium = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  // One more than cores: tests wait a third of their time for the server and for timers.
  workers: availableParallelism() + 1,
  retries: 0,
  // Generous, so that no test fails because the machine is busy.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: PRODUCT.origin,
    timezoneId: 'America/Los_Angeles',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // `npm test e2e -- --trace on` records every step, but takes twice as long.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === undefined || chromium === '' ? {} : { executablePath: chromium }),
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
  // The bot check takes a browser half a second for each form, so it is on only where it is tested.
  webServer: [server(PRODUCT, 'off'), server(CHECKED, 'altcha')],
});
