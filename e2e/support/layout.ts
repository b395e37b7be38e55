import { expect, type Page } from '@playwright/test';

/** Nothing sticks out of the window: 320 px wide is what 400 % zoom leaves of a usual screen (WCAG 1.4.10). */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const { content, window } = await page.evaluate(() => ({
    content: document.scrollingElement?.scrollWidth ?? Infinity,
    window: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(window);
}
