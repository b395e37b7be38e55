import { ADMIN_API_PATH, type LanguagesFigure } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { fakeAnswer } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { aRegisteredFamily } from '../support/registration-calls.js';
import { expect, expectPortalPage, PORTAL, staffTest as test } from '../support/staff.js';

const FIGURES = [
  'Children we can invite',
  'Stuck before confirmation',
  'Weekly registrations',
  'How families hear about us',
  'Languages',
  'Hands',
] as const;

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

async function open(page: Page): Promise<void> {
  await page.goto(`${PORTAL}/landing-page`);
  await expectPortalPage(page, '/landing-page', 'Dashboard');
}

test('each figure has a chart and a table; by keyboard, a bar opens its list', async ({
  staffPage,
  otherBrowser,
  email,
}) => {
  await aRegisteredFamily(otherBrowser.request, email);
  await staffPage.setViewportSize({ width: 1280, height: 800 });
  await open(staffPage);
  for (const name of FIGURES) {
    await expect(staffPage.getByRole('heading', { name, level: 2, exact: true })).toBeVisible();
  }
  const withRows = FIGURES.filter((each) => each !== 'Stuck before confirmation');
  // All on one screen.
  for (const name of withRows) {
    await expect(card(staffPage, name).getByText('Show table')).toBeVisible();
    await expect(card(staffPage, name)).toBeInViewport({ ratio: 1 });
  }
  const bar = card(staffPage, 'Languages')
    .getByRole('link', { name: /^English/ })
    .first();
  const call = await staffPage.request.get(`${ADMIN_API_PATH}/figures/languages`);
  const rows = (await call.json()) as LanguagesFigure[];
  const english = rows.find(({ language }) => language === 'English')?.atHome ?? 0;
  expect(english).toBeGreaterThan(0);
  await new Keyboard(staffPage).tabTo(bar);
  await staffPage.keyboard.press('Enter');
  await expectPortalPage(staffPage, '/children', 'Children');
  const filter = JSON.parse(new URL(staffPage.url()).searchParams.get('filter') ?? '{}') as object;
  expect(filter).toEqual({ contactable: 'Y', languageSpokenAtHome: 'English' });
  await expect(staffPage.getByLabel('Home Language')).toHaveValue('English');
  await expect(staffPage.getByLabel('May be invited')).toHaveValue('Y');

  await staffPage.goBack();
  await expectPortalPage(staffPage, '/landing-page', 'Dashboard');
  for (const name of withRows) {
    await card(staffPage, name).getByText('Show table').click();
    await expect(card(staffPage, name).getByRole('table')).toBeVisible();
  }
  await expectAccessible(staffPage);

  // On a phone, the bars are still visible, and no table hides rows.
  await staffPage.setViewportSize({ width: 320, height: 800 });
  const filled = bar.locator('[aria-hidden] > *').first();
  await expect.poll(async () => (await filled.boundingBox())?.width).toBeGreaterThan(20);
  const weeks = card(staffPage, 'Weekly registrations').getByRole('group', {
    name: 'Weekly registrations',
  });
  await expect.poll(() => weeks.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
});

test('counts have a thousands separator', async ({ staffPage }) => {
  const rows: LanguagesFigure[] = [{ language: 'English', atHome: 1005, additional: 2000 }];
  await fakeAnswer(staffPage, `**${ADMIN_API_PATH}/figures/languages`, {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify(rows),
  });
  await open(staffPage);
  const languages = card(staffPage, 'Languages');
  await expect(languages.getByRole('link')).toHaveText('English1,005');
  await languages.getByText('Show table').click();
  await expect(languages.getByRole('cell')).toHaveText(['1,005', '2,000']);
});
