import { expect, type Locator, type Page } from '@playwright/test';

/** Expects no horizontal scrolling. At 400% zoom, a usual screen is 320 px wide (WCAG 1.4.10). */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const beyond = (): Promise<number> =>
    page.evaluate(
      () =>
        (document.scrollingElement?.scrollWidth ?? Infinity) - document.documentElement.clientWidth,
    );
  await expect.poll(beyond, 'pixels beyond the window').toBeLessThanOrEqual(0);
}

/**
 * Doubles the text size, like a browser setting (WCAG 1.4.4). The content security policy allows this only by script.
 */
export async function doubleTextSize(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Twice the 112.5% of the style sheet.
    document.documentElement.style.fontSize = '225%';
  });
}

/** Minimum size of a touch target in pixels, minus a tolerance for fractional positions. */
const MIN_TARGET = 44 - 0.2;

/** Expects an area for taps that is tall enough for a finger. A link in a text also takes taps around its letters. */
export async function expectFingerSized(target: Locator): Promise<void> {
  await expect
    .poll(() =>
      target.evaluate((element, size) => {
        element.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const isHit = (y: number): boolean =>
          element.contains(document.elementFromPoint(left + width / 2, y));
        const middle = top + height / 2;
        return isHit(middle - size / 2) && isHit(middle + size / 2);
      }, MIN_TARGET),
    )
    .toBe(true);
}

/** Expects the page to be scrolled to the top. */
export async function expectAtTop(page: Page): Promise<void> {
  // Browsers restore the scroll position only after the page has handled the navigation.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve, 200));
      }),
  );
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
}

/** Waits until the page is loaded and its script is idle. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
}
