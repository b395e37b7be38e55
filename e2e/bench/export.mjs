import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';
import { ADMIN_BASE_PATH, PORTAL_ROUTES, SEARCH_TEXTS } from '@kidlab/contract';

const LOOK_EVERY = 50;
const PATIENCE = 300_000;

/** Everything that a search without filters finds, as an Excel file made in the page's worker. */
export async function* measureExport(context, { families }) {
  const page = await context.newPage();
  await page.goto(ADMIN_BASE_PATH + PORTAL_ROUTES.search);
  await page.getByRole('button', { name: SEARCH_TEXTS.added.submit, exact: true }).click();
  await page.getByRole('table').waitFor({ timeout: PATIENCE });
  await watchPauses(page);
  const memory = await watchMemory(context.browser());
  const started = performance.now();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: PATIENCE }),
    page.getByRole('button', { name: SEARCH_TEXTS.added.excel, exact: true }).click(),
  ]);
  await download.path();
  const seconds = (performance.now() - started) / 1_000;
  const most = memory.stop();
  const pause = await page.evaluate(() => globalThis.longestPause);
  await page.close();
  const name = 'Excel of all in the browser';
  const isTarget = families === 100_000;
  const line = (what, ratio, unit, target) => ({
    name: `${name}${what}`,
    ratio,
    unit,
    isAtMost: true,
    ...(isTarget ? { target } : {}),
  });
  yield line('', seconds, ' s', 15);
  yield line(': most memory', most, ' MB', 400);
  yield line(': longest pause of the page', pause, ' ms', 100);
}

/** A timer that ought to come every 10 ms: how long the page did not answer at most. */
async function watchPauses(page) {
  await page.evaluate(() => {
    let last = performance.now();
    globalThis.longestPause = 0;
    setInterval(() => {
      const now = performance.now();
      globalThis.longestPause = Math.max(globalThis.longestPause, now - last - 10);
      last = now;
    }, 10);
  });
}

/** The memory of the renderer that grows most, with its workers, in MB; where the system tells (Linux). */
async function watchMemory(browser) {
  const cdp = await browser.newBrowserCDPSession();
  let most = NaN;
  const look = async () => {
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      const now = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1_024;
      if (!(most >= now)) most = now;
    }
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}
