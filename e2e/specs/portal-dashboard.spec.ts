import { ADMIN_API_PATH, type LanguagesFigure } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { countRequests, fakeAnswer } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { LoginPage } from '../support/login-page.js';
import { aRegisteredFamily } from '../support/registration-calls.js';
import {
  expect,
  expectPortalPage,
  openBySideBar,
  PORTAL,
  STAFF,
  sessionTest,
  staffTest as test,
} from '../support/staff.js';

const FIGURES = [
  'Children we can invite',
  'Stuck before confirmation',
  'Registrations a week',
  'How families hear about us',
  'Languages',
  'Hands',
] as const;

const FIGURE_CALLS = [
  'children',
  'registrations',
  'waiting',
  'referrals',
  'languages',
  'hands',
] as const;

/** The lists whose rows the key figures count. */
const COUNTED_LISTS = 3;

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

async function open(page: Page): Promise<void> {
  await page.goto(`${PORTAL}/landing-page`);
  await expectPortalPage(page, '/landing-page', 'Dashboard');
}

test('each figure has a picture and a table; a bar leads by keyboard to the list of what it counts', async ({
  staffPage,
  otherBrowser,
  email,
}) => {
  await aRegisteredFamily(otherBrowser.request, email);
  await open(staffPage);
  for (const name of FIGURES) {
    await expect(staffPage.getByRole('heading', { name, level: 2, exact: true })).toBeVisible();
  }
  for (const name of FIGURES.filter((each) => each !== 'Stuck before confirmation')) {
    await card(staffPage, name).getByText('Show table').click();
    await expect(card(staffPage, name).getByRole('table')).toBeVisible();
  }
  await expectAccessible(staffPage);

  // On a phone the bars are still there; no table hides rows.
  await staffPage.setViewportSize({ width: 320, height: 800 });
  const bar = card(staffPage, 'Languages')
    .getByRole('link', { name: /^English/ })
    .first();
  const filled = bar.locator('[aria-hidden] > *').first();
  await expect.poll(async () => (await filled.boundingBox())?.width).toBeGreaterThan(20);
  const weeks = card(staffPage, 'Registrations a week').getByRole('group', {
    name: 'Registrations a week',
  });
  await expect.poll(() => weeks.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);

  await staffPage.setViewportSize({ width: 1280, height: 800 });
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
});

sessionTest(
  'a session that is over leads to the login page, and after it the figures are there',
  async ({ staffPage, browserLog }) => {
    browserLog.announce(ANSWER(401));
    await staffPage.goto(`${PORTAL}/families`);
    await expectPortalPage(staffPage, '/families', 'Families');
    // The list is read: a later refusal of it would lead to the login page first.
    await expect(staffPage.getByRole('status').filter({ hasText: /famil(y|ies)$/ })).toBeVisible();
    await staffPage.context().clearCookies();
    const asked = countRequests(staffPage, (request) => request.url().endsWith('/whoami'));
    await openBySideBar(staffPage, 'Dashboard');
    const login = new LoginPage(staffPage);
    await login.expectToBeThere();
    // However many calls were refused, the server is not asked over and over who is signed in.
    expect(asked()).toBeLessThanOrEqual(FIGURE_CALLS.length + COUNTED_LISTS);
    // Refusals of the old session may still be on their way: only answers with figures count.
    const figures = FIGURE_CALLS.map((name) =>
      staffPage.waitForResponse(
        (answer) => answer.ok() && answer.url().endsWith(`${ADMIN_API_PATH}/figures/${name}`),
      ),
    );
    await login.signIn(STAFF);
    await expectPortalPage(staffPage, '/landing-page', 'Dashboard');
    await Promise.all(figures);
    await expect(staffPage.getByText('Loading...')).toHaveCount(0);
  },
);

test('a refused call of an earlier session does not log the user out', async ({
  staffPage,
  browserLog,
}) => {
  browserLog.announce(ANSWER(401));
  await fakeAnswer(staffPage, `**${ADMIN_API_PATH}/figures/referrals`, {
    status: 401,
    contentType: 'application/json',
    body: '{"statusCode":401,"message":"Please log in."}',
  });
  await open(staffPage);
  const referrals = card(staffPage, 'How families hear about us');
  await referrals.getByRole('button', { name: 'Try again' }).click();
  await expect(referrals.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(staffPage).toHaveURL(`${PORTAL}/landing-page`);
  const whoami = await staffPage.request.get(`${ADMIN_API_PATH}/whoami`);
  expect(whoami.status()).toBe(200);
});
