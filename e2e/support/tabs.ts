import { expect, type Locator, type Page } from '@playwright/test';

/** A second tab with the same registration: one that this tab opens gets a copy of its storage. */
export async function openTwin(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => {
    window.open(window.location.href);
  });
  const twin = await opened;
  // The heading is there before the draft is read; its buttons are not.
  await expect(twin.locator('main').getByRole('button').first()).toBeVisible();
  return twin;
}

/** The tab keeps nothing of a registration or of a user. */
export async function expectNothingKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
}

/** The dialog shortly before the end of a draft. */
export function moreTimeDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Do you need more time?', exact: true });
}
