import { ADMIN_API_PATH, PORTAL_ROUTES, SESSION_CALLS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { LoginPage } from '../support/login-page.js';
import { aKey } from '../support/made-up.js';
import { aStaffFamily } from '../support/staff-families.js';
import { expect, expectPortalPage, PORTAL, STAFF, sessionTest as test } from '../support/staff.js';
import { HEADER, INACTIVITY } from '../portal-specification.js';

/**
 * The tests advance the browser's clock by minutes, but the seconds that a test takes also pass. So they check a
 * minute before and after each limit. `session-watch.test.tsx` checks the limits to the millisecond.
 */

const MINUTE = 60_000;
const SIGNED_IN = HEADER.loggedInAs.replace('{email}', STAFF.email);

async function openFamilies(page: Page): Promise<void> {
  await aStaffFamily(page.request, `family.${aKey()}@example.org`);
  await page.clock.install();
  await page.goto(`${PORTAL}/families`);
  await expectPortalPage(page, '/families', 'Families');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

/** Collects the alerts of a page, and closes them. */
function watchAlerts(page: Page): { readonly messages: string[] } {
  const messages: string[] = [];
  page.on('dialog', (dialog) => {
    messages.push(dialog.message());
    void dialog.accept();
  });
  return { messages };
}

/** Passes time: the last two minutes in steps, like a browser that is awake, and all before them at once. */
async function pass(page: Page, minutes: number): Promise<void> {
  const inSteps = Math.min(minutes, 2);
  if (minutes > inSteps) await page.clock.fastForward((minutes - inSteps) * MINUTE);
  await page.clock.runFor(inSteps * MINUTE);
}

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });

async function expectLoggedOut(page: Page): Promise<void> {
  await new LoginPage(page).expectOpen();
  await expect(page.getByText(SIGNED_IN)).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => [Object.keys(sessionStorage), Object.keys(localStorage)]))
    .toEqual([[], []]);
  await expect
    .poll(async () => (await page.request.get(ADMIN_API_PATH + SESSION_CALLS.whoami)).status())
    .toBe(401);
}

test.beforeEach(({ browserLog }) => {
  browserLog.announce(ANSWER(401));
});

test('a warning counts down after 18 minutes; at 20, data is cleared before the alert', async ({
  staffPage: page,
}) => {
  await openFamilies(page);
  const seen: string[] = [];
  await page.exposeFunction('tellTest', (...what: string[]) => seen.push(...what));
  // Records what is on the page and in storage when the alert is shown.
  await page.evaluate(() => {
    localStorage.setItem('something', 'kept');
    sessionStorage.setItem('something', 'kept');
    window.alert = (message?: string) => {
      const stored = localStorage.length + sessionStorage.length;
      const { tellTest } = window as unknown as { tellTest: (...what: string[]) => void };
      tellTest(String(message), document.body.innerText.trim(), String(stored));
    };
  });
  await pass(page, 17);
  await expect(warning(page)).toHaveCount(0);
  await pass(page, 1.1);
  await expect(warning(page)).toHaveAccessibleDescription(/^You will be logged out in 2 minutes/);
  await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeFocused();
  await expectAccessible(page);
  await pass(page, 1.1);
  await expect(warning(page)).toHaveAccessibleDescription(/in [1-5]?\d seconds/);
  await page.keyboard.press('Enter');
  await expect(warning(page)).toHaveCount(0);

  await pass(page, 17);
  await expect(warning(page)).toHaveCount(0);
  await pass(page, INACTIVITY.minutes - 18);
  await expect(warning(page)).toBeVisible();
  expect(seen).toEqual([]);
  await pass(page, 1.1);
  await expectLoggedOut(page);
  expect(seen).toEqual([INACTIVITY.alert, '', '0']);
  // Signing in works again.
  await new LoginPage(page).signIn(STAFF);
  await expectPortalPage(page, '/search-page', 'Search Family and Children');
});

test('activity in one tab keeps the others logged in; they end together', async ({
  staffPage: page,
}) => {
  const context = page.context();
  await context.clock.install();
  await page.goto(`${PORTAL}/families`);
  const other = await context.newPage();
  await other.goto(`${PORTAL}${PORTAL_ROUTES.landing}`);
  await expect(page.getByText(SIGNED_IN)).toBeVisible();
  await expect(other.getByText(SIGNED_IN)).toBeVisible();
  const alerts = [watchAlerts(page), watchAlerts(other)];

  await pass(page, 15);
  await other.mouse.move(120, 220);
  await pass(page, 15);
  await expect(page.getByText(SIGNED_IN)).toBeVisible();
  await expect(warning(page)).toHaveCount(0);
  await expect(warning(other)).toHaveCount(0);

  await pass(page, 5.1);
  for (const { messages } of alerts) await expect.poll(() => messages).toEqual([INACTIVITY.alert]);
  await expectLoggedOut(page);
  await expectLoggedOut(other);
});
