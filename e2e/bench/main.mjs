// Started by `npm run bench` with ORIGIN, COOKIE, METRICS and CHROMIUM_PATH: exports all that a search finds, as CSV
// and as Excel, and prints how long that took, and how much memory server and browser had meanwhile, as JSON.
import { readFile } from 'node:fs/promises';
import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';
import { chromium } from '@playwright/test';

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 600_000;
const { ORIGIN, COOKIE, METRICS, CHROMIUM_PATH } = process.env;

const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--no-sandbox'] });
const cdp = await browser.newBrowserCDPSession();
const context = await browser.newContext({
  baseURL: ORIGIN,
  viewport: { width: 1280, height: 800 },
});
await context.addCookies(
  COOKIE.split('; ').map((each) => {
    const [name, ...value] = each.split('=');
    return { name, value: value.join('='), url: ORIGIN + ADMIN_BASE_PATH };
  }),
);
const page = await context.newPage();
page.setDefaultTimeout(PATIENCE_MS);
await page.goto(ADMIN_BASE_PATH + PORTAL_ROUTES.search);
await page.getByRole('button', { name: 'Search', exact: true }).click();
await page.getByRole('table').waitFor();
// A timer that ought to come every 10 ms: how long the page did not answer at most.
await page.evaluate(() => {
  let last = performance.now();
  globalThis.longestPause = 0;
  globalThis.setInterval(() => {
    const now = performance.now();
    globalThis.longestPause = Math.max(globalThis.longestPause, now - last - 10);
    last = now;
  }, 10);
});

/** The memory of the renderer that holds most, with its workers, in MB; where the system tells (Linux). */
async function browserMb() {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = renderers.map(async ({ id }) => {
    const status = await readFile(`/proc/${String(id)}/status`, 'utf8').catch(() => '');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  });
  return Math.max(0, ...(await Promise.all(sizes)));
}

async function serverMb() {
  const text = await (await fetch(METRICS)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1_048_576;
}

async function measure(name) {
  await page.evaluate(() => {
    globalThis.longestPause = 0;
  });
  const most = { browserMb: 0, serverMb: 0 };
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    Promise.all([browserMb(), serverMb()])
      .then(([ofBrowser, ofServer]) => {
        most.browserMb = Math.max(most.browserMb, ofBrowser);
        most.serverMb = Math.max(most.serverMb, ofServer);
      })
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS);
  const started = performance.now();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: PATIENCE_MS }),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  await download.path();
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(timer);
  return { seconds, pauseMs: await page.evaluate(() => globalThis.longestPause), ...most };
}

const csv = await measure('Export to CSV');
const excel = await measure('Export to Excel');
await browser.close();
console.log(JSON.stringify({ csv, excel }));
