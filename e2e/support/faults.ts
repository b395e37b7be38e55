import type { Page, Request, Route } from '@playwright/test';

/** Network failures and nonsense responses, which a healthy product can't be made to produce. */

/** Runs `meddle` for the next request to that address, and only for that one. */
async function interceptOnce(
  page: Page,
  address: string,
  method: string | undefined,
  meddle: (route: Route) => Promise<void>,
): Promise<void> {
  let done = false;
  await page.route(address, async (route) => {
    if (done || (method !== undefined && route.request().method() !== method)) {
      await route.fallback();
      return;
    }
    done = true;
    await meddle(route);
  });
}

/** The next request to that address, and only that one, never reaches the server. */
export async function loseRequest(page: Page, address: string, method?: string): Promise<void> {
  await interceptOnce(page, address, method, (route) => route.abort('connectionreset'));
}

/**
 * The next request reaches the server, but its response is lost: the server has acted, and the browser does not know.
 */
export async function loseAnswer(page: Page, address: string, method?: string): Promise<void> {
  await interceptOnce(page, address, method, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

/** Fakes the server's next response from that address. */
export async function fakeAnswer(
  page: Page,
  address: string,
  answer: { status: number; body?: string; contentType?: string },
): Promise<void> {
  await page.route(address, (route) => route.fulfill(answer), { times: 1 });
}

/** Holds requests to that address until they are released. */
export async function holdRequests(page: Page, address: string): Promise<{ release: () => void }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

/** Counts the requests of a page for which `fits` is true. */
export function countRequests(page: Page, fits: (request: Request) => boolean): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (fits(request)) count += 1;
  });
  return () => count;
}
