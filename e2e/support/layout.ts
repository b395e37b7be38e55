import { expect, type Locator, type Page } from '@playwright/test';

/** Nothing sticks out of the window: 320 px wide is what 400 % zoom leaves of a usual screen (WCAG 1.4.10). */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const beyond = (): Promise<number> =>
    page.evaluate(
      () =>
        (document.scrollingElement?.scrollWidth ?? Infinity) - document.documentElement.clientWidth,
    );
  await expect.poll(beyond, 'pixels beyond the window').toBeLessThanOrEqual(0);
}

/**
 * As for somebody who has asked for text of twice the size (WCAG 1.4.4); the policy lets no style in but by script.
 */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Of the 112.5 % that the style sheet asks for.
    document.documentElement.style.fontSize = '225%';
  });
}

/** Pixels that a finger wants, less what the place of a line between two pixels takes away. */
const FINGER = 44 - 0.2;

/** Large enough for a finger, as far as it takes the tap. A link in a line of text takes taps beyond its letters. */
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
      }, FINGER),
    )
    .toBe(true);
}

/** The window shows the page from its top. */
export async function expectAtTop(page: Page): Promise<void> {
  // Browsers scroll back to where a page was after the program has heard of it.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve, 200));
      }),
  );
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
}

/** The page is loaded, and its program has nothing left to do. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
}
