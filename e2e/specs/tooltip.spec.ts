import { GuardianPage } from '../support/guardian-page.js';
import { doubleText, expectNoSidewaysScrolling } from '../support/layout.js';
import { expect, test } from '../support/test.js';

/** The question mark beside the year of birth. */

test('the tooltip keeps 8 px from both edges, on narrow screens and in large text', async ({
  page,
}) => {
  await new GuardianPage(page).open();
  const button = page.getByRole('button', { name: 'Why do we ask this?' });
  const tooltip = page.getByRole('tooltip');
  const edges = (): Promise<{ left: number; right: number }> =>
    tooltip.evaluate((text) => {
      const { left, right } = text.getBoundingClientRect();
      return { left, right: document.documentElement.clientWidth - right };
    });
  const expectWithinEdges = async (...widths: readonly number[]): Promise<void> => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await button.click();
      await expect(tooltip).toBeVisible();
      await expect.poll(async () => (await edges()).left).toBeGreaterThanOrEqual(8);
      await expect.poll(async () => (await edges()).right).toBeGreaterThanOrEqual(8);
      await expectNoSidewaysScrolling(page);
      await page.keyboard.press('Escape');
      await expect(tooltip).toBeHidden();
    }
  };
  await expectWithinEdges(320, 360, 768);
  await doubleText(page);
  await expectWithinEdges(320, 390);
});

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

test('with forced colors, the tooltip has a border', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await new GuardianPage(page).open();
  await page.getByRole('button', { name: 'Why do we ask this?' }).click();
  const tooltip = page.getByRole('tooltip');
  const background = await tooltip.evaluate((text) => getComputedStyle(text).backgroundColor);
  await expect(tooltip).not.toHaveCSS('border-top-color', background);
  await expect(tooltip).toHaveCSS('border-top-width', '1px');
});
