import { expect, type Locator, type Page } from '@playwright/test';

/** Opens a second tab with the same registration. A tab that this one opens gets a copy of its session storage. */
export async function openTwin(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => {
    window.open(window.location.href);
  });
  const twin = await opened;
  // The heading is shown before the draft is loaded; the buttons are not.
  await expect(twin.locator('main').getByRole('button').first()).toBeVisible();
  return twin;
}

/** Expects that the tab stores nothing about a registration or a user. */
export async function expectNothingKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
}

/** The dialog shortly before the end of a draft. */
export function moreTimeDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Do you need more time?', exact: true });
}
