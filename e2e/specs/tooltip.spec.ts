import { GuardianPage } from '../support/guardian-page.js';
import { doubleText, expectNoSidewaysScrolling } from '../support/layout.js';
import { expect, test } from '../support/test.js';

/** The question mark beside the year of birth. */

for (const [width, large] of [
  [320, false],
  [360, false],
  [768, false],
  [320, true],
  [390, true],
] as const) {
  test(`the tooltip keeps 8 px from both edges, ${String(width)} px wide${large ? ', in large text' : ''}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await new GuardianPage(page).open();
    if (large) await doubleText(page);
    await page.getByRole('button', { name: 'Why do we ask this?' }).click();
    const tooltip = page.getByRole('tooltip');
    await expect(tooltip).toBeVisible();
    const edges = (): Promise<{ left: number; right: number }> =>
      tooltip.evaluate((text) => {
        const { left, right } = text.getBoundingClientRect();
        return { left, right: document.documentElement.clientWidth - right };
      });
    await expect.poll(async () => (await edges()).left).toBeGreaterThanOrEqual(8);
    await expect.poll(async () => (await edges()).right).toBeGreaterThanOrEqual(8);
    await expectNoSidewaysScrolling(page);
  });
}

test.describe('with fingers', () => {
  test.use({ hasTouch: true });

  test('a tap opens the tooltip, and a second one closes it', async ({ page }) => {
    await new GuardianPage(page).open();
    const button = page.getByRole('button', { name: 'Why do we ask this?' });
    const tooltip = page.getByRole('tooltip');
    await button.tap();
    await expect(tooltip).toBeVisible();
    await button.tap();
    await expect(tooltip).toBeHidden();
  });
});
