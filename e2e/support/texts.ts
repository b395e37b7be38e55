import { expect, type Locator, type Page } from '@playwright/test';

import { WORDS } from '../specification.js';

/** Polls often. By default, the intervals grow to a second. */
const SOON = { intervals: [20, 50, 100, 100, 250] };

/**
 * The texts on a page, byte for byte: each text node, trimmed, and the whole text of each element. Skips hidden
 * elements. Text for screen readers only counts as visible, and an element's whole text includes its hidden parts.
 */
function readTexts(root: Element): string[] {
  const texts = new Set<string>();
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (!element.checkVisibility()) continue;
    texts.add(element.textContent.trim());
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) texts.add((node.textContent ?? '').trim());
    }
  }
  texts.delete('');
  return [...texts];
}

/** Waits until the page says each of `texts`, byte for byte. */
export async function expectTexts(page: Page, ...texts: readonly string[]): Promise<void> {
  await expect
    // A page that is being unloaded has no texts. The next poll sees the page after it.
    .poll(
      () =>
        page
          .locator('body')
          .evaluate(readTexts)
          .catch((): string[] => []),
      SOON,
    )
    .toEqual(expect.arrayContaining([...texts]));
}

/** The banner, once it is there. */
export function banner(page: Page): Locator {
  return page.getByRole('alert').filter({ has: page.getByRole('heading', { level: 2 }) });
}

/** Waits until the banner says exactly these sentences below its heading, byte for byte. */
export async function expectBanner(page: Page, ...sentences: readonly string[]): Promise<void> {
  await expect
    .poll(() => banner(page).locator('h2, p, li').allTextContents(), SOON)
    .toEqual([WORDS.bannerHeading, ...sentences]);
}

/**
 * Waits for the path of the address. `toHaveURL` with a function fails immediately if another navigation takes over,
 * for example when several calls redirect to the login page.
 */
export async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname, SOON).toBe(path);
}

/** Waits for a page by its address and h1. */
export async function expectPage(page: Page, path: string, heading: string): Promise<void> {
  await expectPath(page, `/kidlab-reg${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
}
