import { PORTAL_ROUTES } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { Keyboard } from '../support/keyboard.js';
import { aKey } from '../support/made-up.js';
import {
  expect,
  expectPortalPage,
  openBySideBar,
  PORTAL,
  staffTest as test,
} from '../support/staff.js';
import { aSession, aStudy } from '../support/staff-families.js';
import { field } from '../support/staff-family.js';

async function enterSession(page: Page, day: string, from: string, to: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add Session' });
  await dialog.getByLabel('Day').fill(day);
  await dialog.getByLabel('From').fill(from);
  await dialog.locator('[name="endsLocal"]').fill(to);
  await dialog.getByLabel('Seats').fill('6');
  await dialog.getByRole('button', { name: 'Save' }).click();
}

test('a study is added, its sessions repeat weekly, and one is canceled', async ({
  staffPage: page,
  browserLog,
}) => {
  // This hour does not exist on March 8: the clocks change.
  browserLog.announce(ANSWER(400));
  const name = `Blocks ${aKey()}`;
  await page.goto(`${PORTAL}/studies`);
  await page.getByRole('link', { name: 'Add Study' }).click();
  await expectPortalPage(page, '/add-study', 'Add Study');
  await expect(field(page, 'study.name')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(name);
  await field(page, 'study.publicName').fill('Building with blocks');
  await field(page, 'study.minMonths').fill('24');
  await field(page, 'study.maxMonths').fill('35');
  const area = page.getByRole('combobox', { name: 'Area' });
  await area.fill('east');
  await area.press('Enter');
  // No other area matches.
  await area.fill('east');
  await area.press('Enter');
  await page.keyboard.press('Control+Enter');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Children aged 24 to 35 months; area: East Bay.')).toBeVisible();

  await page.getByRole('button', { name: 'Add Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Session' });
  await expect(dialog.getByLabel('Day')).toBeFocused();
  await dialog.getByLabel('Number of repeats').fill('2');
  await enterSession(page, '2099-03-08', '02:30', '04:00');
  await expect(dialog.getByRole('alert')).toContainText('there is no 2:30 AM');
  await expect(field(page, 'startsLocal')).toBeFocused();
  await expectAccessible(page);
  await enterSession(page, '2099-03-08', '09:30', '10:30');
  await expect(dialog).toBeHidden();
  const sessions = page.getByRole('region', { name: 'Sessions' }).locator('tbody tr');
  await expect(sessions).toContainText([
    'Sun, Mar 8, 2099, 9:30 – 10:30 AM',
    'Sun, Mar 15, 2099, 9:30 – 10:30 AM',
    'Sun, Mar 22, 2099, 9:30 – 10:30 AM',
  ]);
  await expectAccessible(page);

  await sessions.nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'Cancel Session' }).click();
  await page.getByLabel('Reason').fill('We are ill.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Session' }).click();
  await expect(page.getByText('Canceled: We are ill.')).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(sessions.nth(1)).toContainText('Canceled: We are ill.');

  await openBySideBar(page, 'Studies');
  await expect(page.getByText(name)).toBeVisible();
  await expectAccessible(page);
});

test('the way back from a session leads to the same page of the list', async ({
  staffPage: page,
}) => {
  const study = await aStudy(page.request);
  const first = {
    startsLocal: '2099-03-09T09:30',
    endsLocal: '2099-03-09T10:30',
    repeatTimes: '25',
  };
  await aSession(page.request, study, first);
  await page.goto(`${PORTAL}/study?id=${String(study)}`);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions.getByRole('button', { name: 'Go to next page' }).click();
  await expect(sessions.getByRole('status')).toHaveText('26 sessions · Page 2');
  const links = sessions.locator('tbody').getByRole('link');
  await expect(links).toHaveCount(1);
  await links.click();
  await expect(page.getByRole('heading', { name: 'Waiting List' })).toBeVisible();
  await page.goBack();
  await expect(sessions.getByRole('status')).toHaveText('26 sessions · Page 2');
});

test('after a reload, the form of a study names the earlier studies', async ({
  staffPage: page,
}) => {
  const name = `Kites ${aKey()}`;
  const earlier = await aStudy(page.request, { name });
  const study = await aStudy(page.request, { criteria: { notInStudies: [earlier] } });
  await page.goto(`${PORTAL}/edit-study?id=${String(study)}`);
  const chip = page.getByRole('button', { name, exact: true });
  await expect(chip).toBeVisible();
  // The icon that removes it is as dark as a label.
  const label = page.locator('label', { hasText: 'Name for Parents' });
  await expect(chip.locator('svg')).toHaveCSS(
    'color',
    await label.evaluate((element) => getComputedStyle(element).color),
  );
});

test('at 400% zoom, the buttons of a dialog do not cover the focused input', async ({
  staffPage: page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${PORTAL}${PORTAL_ROUTES.study}?id=${String(await aStudy(page.request))}`);
  await page.getByRole('button', { name: 'Add Session' }).click();
  for (const name of ['startsLocal', 'endsLocal', 'seats']) {
    const input = page.getByRole('dialog').locator(`[name="${name}"]`);
    await new Keyboard(page).tabTo(input);
    const isCovered = (element: Element): boolean => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) !== element;
    };
    await expect.poll(() => input.evaluate(isCovered), { message: name }).toBe(false);
  }
});
