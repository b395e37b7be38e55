import type { Locator } from '@playwright/test';

import { NO_ANSWER } from '../support/browser-log.js';
import { holdRequests } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import { expect, test } from '../support/test.js';

/** Without JavaScript, or before it has loaded. */

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page can be read, has a preview for social networks, and its links work', async ({
    page,
  }) => {
    await page.goto('/kidlab-reg/');
    const tag = (name: string): Locator => page.locator(`meta[property="og:${name}"]`);
    await expect(tag('title')).toHaveAttribute('content', 'Welcome – Kid Lab');
    await expect(tag('url')).toHaveAttribute('content', page.url());
    const picture = await page.request.get((await tag('image').getAttribute('content')) ?? '');
    expect(picture.headers()['content-type']).toBe('image/png');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Welcome to Kid Lab');
    for (const text of [
      'neither I nor any member of my immediate family works for or is related to',
      'a toy manufacturer, distributor or retailer',
      'a news-media company (television, radio, print or online)',
      'a marketing or advertising company',
      'We do not provide or pay for transportation to or from testing sites.',
    ]) {
      await expect(main).toContainText(text);
    }
    await page.getByRole('link', { name: 'Third-party notices' }).click();
    await expect(page).toHaveURL('/kidlab-reg/third-party-notices');
    await expect(main).toContainText(/\breact@[\d.]+ \(MIT\)/);
    await expect(main).toContainText('Permission is hereby granted, free of charge');

    await page.goBack();
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await expect(page).toHaveURL('/kidlab-reg/registration');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Parent / Guardian Information',
    );
    await expect(page.locator('noscript p')).toContainText('Please turn on JavaScript');
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('button[type=submit]')).toBeDisabled();
  });

  test('the final pages can be read; Sign Up leads to the landing page', async ({ page }) => {
    for (const [path, heading, text] of [
      ['/cancel-registration', 'Your registration has been canceled', 'has been removed'],
      ['/registration-confirmation', 'Congratulations!', 'sent to our database'],
      ['/verify-registration', 'Your registration is almost complete', 'within 72 hours'],
      ['/registration-complete', 'Your registration is almost complete', 'within 72 hours'],
      ['/session-expired', 'Session Expired!', 'has been removed'],
    ] as const) {
      await page.goto(`/kidlab-reg${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('main')).toContainText(text);
    }
    await page.getByRole('link', { name: 'Sign Up', exact: true }).click();
    await expect(page).toHaveURL('/kidlab-reg/');
  });

  test('the page of a mailed link asks for JavaScript and does not claim to check the link', async ({
    page,
  }) => {
    await page.goto('/kidlab-reg/invitation?guid=unknown');
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.getByText('Checking your link…')).toBeHidden();
  });
});

test('until hydration, typed input is kept, Continue is disabled, and a slow load shows a message', async ({
  page,
  email,
}) => {
  const scripts = await holdRequests(page, '**/assets/*.js');
  await page.goto('/kidlab-reg/registration', { waitUntil: 'commit' });
  const step = new GuardianPage(page);
  const look = (): Promise<string> =>
    step.submitButton.evaluate((button) => getComputedStyle(button).backgroundColor);
  await expect(step.submitButton).toBeDisabled();
  const unavailable = await look();
  await step.email.fill(email);
  await step.zipCode.fill('94607-1111');
  await step.phone.fill('+1 510 555 1234');
  await expect(page.getByText('One moment, please: the page is still loading.')).toBeVisible();
  scripts.release();
  await step.expectReady();
  await expect(step.email).toHaveValue(email);
  await expect(step.zipCode).toHaveValue('94607');
  await expect(step.phone).toHaveValue('(510) 555-1234');
  await expect.poll(() => look()).not.toBe(unavailable);
  await expect(page.locator('.still-loading')).toHaveCount(0);
});

test('a script that never loads shows an error and a way to try again', async ({
  page,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/kidlab-reg/registration');
  const again = page.getByRole('link', { name: 'Reload the page' });
  await expect(again).toBeHidden();
  // Skips the ten seconds of the style sheet's animation.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(again).toBeVisible();
  await expect(page.getByText('This is taking longer than it should.')).toBeVisible();
  await expect(page.getByText('One moment, please: the page is still loading.')).toBeHidden();
  await page.unroute('**/assets/*.js');
  await again.click();
  await new GuardianPage(page).expectReady();
});
