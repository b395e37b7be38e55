import { GuardianPage } from '../support/guardian-page.js';
import { expect, test } from '../support/test.js';

/** The question mark beside the year of birth. */

test('the tooltip opens by pointer, focus and click, and closes with Esc', async ({ page }) => {
  const step = new GuardianPage(page);
  await step.open();
  const button = page.getByRole('button', { name: 'Why do we ask this?' });
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toBeHidden();

  await button.hover();
  await expect(tooltip).toContainText('Children’s Online Privacy Protection Act');
  await expect(tooltip).toContainText('The year is not saved.');
  await tooltip.hover();
  await expect(tooltip).toBeVisible();
  await step.firstName.hover();
  await expect(tooltip).toBeHidden();

  await step.yearOfBirth.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(button).toBeFocused();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(tooltip).toBeVisible();
  await button.click();
  await expect(tooltip).toBeHidden();
  await button.click();
  await expect(tooltip).toBeVisible();
  await step.lastName.click();
  await expect(tooltip).toBeHidden();
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
