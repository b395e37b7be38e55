import { GuardianPage } from '../support/guardian-page.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

const HEADING = 'Unexpected Application Error!';

test('an unknown page shows the status and a way back', async ({ page }) => {
  for (const path of ['/nowhere', '/registration/extra', '/children-step/5']) {
    await page.goto(`/kidlab-reg${path}`);
    await expectPage(page, path, HEADING);
    await expect(page.getByText('404 Not Found', { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/Unexpected Application Error!/);
  }
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await expectPage(page, '/', 'Welcome to Kid Lab');
});

test.describe('the last page', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('moves for five seconds at most, and not at all with reduced motion', async ({ page }) => {
    await page.goto('/kidlab-reg/registration-confirmation');
    // Read from the style sheet, because a finished animation is no longer listed.
    const ends = await page.locator('.confetti i').evaluateAll((all) =>
      all.map((each) => {
        const style = getComputedStyle(each);
        const times = Number(style.animationIterationCount);
        return parseFloat(style.animationDelay) + times * parseFloat(style.animationDuration);
      }),
    );
    expect(ends).not.toHaveLength(0);
    expect(Math.min(...ends)).toBeGreaterThan(0);
    expect(Math.max(...ends)).toBeLessThanOrEqual(5);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.confetti')).toHaveCount(1);
    await expect(page.locator('.confetti')).toHaveCSS('display', 'none');
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});

test('the browser logs no warning', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.goto('/kidlab-reg/');
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await new GuardianPage(page).expectReady();
  expect(warnings).toEqual([]);
});

test('addresses are normalized', async ({ page }) => {
  for (const [typed, path, heading] of [
    ['/', '/', 'Welcome to Kid Lab'],
    ['/kidlab-reg', '/', 'Welcome to Kid Lab'],
    ['/kidlab-reg/Registration', '/registration', 'Parent / Guardian Information'],
    ['/kidlab-reg/session-expired/', '/session-expired', 'Session Expired!'],
  ] as const) {
    await page.goto(typed);
    await expectPage(page, path, heading);
    await expect(page).not.toHaveTitle(/Unexpected/);
  }
});
