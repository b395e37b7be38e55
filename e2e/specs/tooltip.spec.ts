import { GuardianPage } from '../support/guardian-page.js';
import { doubleTextSize, expectNoSidewaysScrolling } from '../support/layout.js';
import { expect, test } from '../support/test.js';

/** The question mark beside the year of birth. */

test('the tooltip keeps 8 px from both edges, on narrow screens and in large text, and has a border with forced colors', async ({
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
  await doubleTextSize(page);
  await expectWithinEdges(320, 390);

  await page.emulateMedia({ forcedColors: 'active' });
  await button.click();
  const background = await tooltip.evaluate((text) => getComputedStyle(text).backgroundColor);
  await expect(tooltip).not.toHaveCSS('border-top-color', background);
  await expect(tooltip).toHaveCSS('border-top-width', '1px');
});

test('the tooltip opens below its button when there is no room above', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await new GuardianPage(page).open();
  await doubleTextSize(page);
  const button = page.getByRole('button', { name: 'Why do we ask this?' });
  const tooltip = page.getByRole('tooltip');
  const openAt = async (y: number): Promise<{ button: number; text: number }> => {
    await button.evaluate((element, top) => {
      window.scrollBy(0, element.getBoundingClientRect().top - top);
    }, y);
    await button.click();
    await expect(tooltip).toBeVisible();
    const [own, text] = [await button.boundingBox(), await tooltip.boundingBox()];
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
    return { button: own?.y ?? 0, text: text?.y ?? 0 };
  };

  const high = await openAt(60);
  expect(high.text).toBeGreaterThan(high.button);
  await page.setViewportSize({ width: 320, height: 1600 });
  const low = await openAt(1200);
  expect(low.text).toBeLessThan(low.button);
  expect(low.text).toBeGreaterThanOrEqual(0);
});

test.describe('on a touchscreen', () => {
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
