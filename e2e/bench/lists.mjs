import { performance } from 'node:perf_hooks';
import { URLSearchParams } from 'node:url';
import { ADMIN_BASE_PATH } from '@kidlab/contract';

const LISTS = ['families', 'guardians', 'children'];
const TURNS = 10;
/** A page that does not answer a person within this time feels stuck, in ms. Source: speed.md. */
const ANSWERS_WITHIN = 100;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Turning the pages of a list of 100 rows: calls for each page, the time to the new rows, and the longest task meanwhile. */
export async function* measureLists(context) {
  for (const list of LISTS) {
    const page = await context.newPage();
    const query = new URLSearchParams({ page: '1', perPage: '100' });
    await page.goto(`${ADMIN_BASE_PATH}/${list}?${query}`);
    await page.locator('tbody tr').nth(1).waitFor();
    await watchTasks(page);
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls += 1;
    });
    const times = [];
    const next = page.getByRole('button', { name: 'Go to next page' });
    while (times.length < TURNS && (await next.isEnabled())) {
      times.push(await turnPage(page, next));
    }
    const longest = await page.evaluate(() => Math.max(0, ...globalThis.longTasks));
    await page.close();
    yield {
      name: `/${list}, 100 rows: calls a page`,
      ratio: calls / times.length,
      target: 2,
      isAtMost: true,
    };
    yield { name: `/${list}, 100 rows: next page`, ratio: median(times), unit: ' ms' };
    const atMost = { target: ANSWERS_WITHIN, isAtMost: true };
    yield { name: `/${list}, 100 rows: longest task`, ratio: longest, unit: ' ms', ...atMost };
  }
}

/** Tasks of 50 ms and more are what the browser reports. */
async function watchTasks(page) {
  await page.evaluate(() => {
    globalThis.longTasks = [];
    new globalThis.PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}

/** @returns ms from the click to other rows on the screen */
async function turnPage(page, next) {
  const first = await page.locator('tbody tr').first().innerText();
  const started = performance.now();
  await next.click();
  await page.waitForFunction((before) => {
    const row = globalThis.document.querySelector('tbody tr');
    return row !== null && row.innerText !== before;
  }, first);
  return performance.now() - started;
}
