import { ADMIN_API_PATH, PORTAL_ROUTES, SESSION_CALLS } from '@kidlab/contract';

import { expectAccessible, expectReadable } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { countRequests } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { expectNoSidewaysScrolling } from '../support/layout.js';
import { LoginPage } from '../support/login-page.js';
import { aFamilyName, sevenDigits } from '../support/made-up.js';
import { aFamily, aStaffChild, aStaffGuardian } from '../support/staff-family.js';
import {
  expect,
  expectPortalPage,
  openBySideBar,
  PORTAL,
  STAFF,
  sessionTest,
  staffTest as test,
} from '../support/staff.js';
import { expectNothingKept } from '../support/tabs.js';
import { expectTexts } from '../support/texts.js';
import { HEADER, PORTAL_HEADINGS, PORTAL_TITLE } from '../portal-specification.js';

const LANDING = `${PORTAL}${PORTAL_ROUTES.landing}`;
const { login } = PORTAL_ROUTES;

test('the header has the specified menu, shows who is signed in, and changes the theme', async ({
  staffPage: page,
}) => {
  await page.goto(LANDING);
  await expectTexts(
    page,
    HEADER.menu,
    HEADER.loggedInAs.replace('{email}', STAFF.email),
    HEADER.logOut,
  );
  await expect(page).toHaveTitle(`${PORTAL_TITLE} – Dashboard`);
  await expect(page.locator('html[translate=no]')).toBeAttached();
  await page.getByRole('button', { name: HEADER.menu }).click();
  await expect(page.getByRole('menuitem')).toHaveText([...HEADER.entries]);
  await expectAccessible(page);

  const keyboard = new Keyboard(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: HEADER.menu })).toBeFocused();
  await keyboard.press('Enter');
  const wanted = page.getByRole('menuitem', { name: 'Add Family', exact: true });
  await keyboard.pressUntil('ArrowDown', wanted);
  await keyboard.press('Enter');
  await expectPortalPage(page, '/add-family', 'Add Family');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveTitle(`${PORTAL_TITLE} – Add Family`);

  // Dark, although the device prefers light.
  const dark = 'rgb(28, 24, 21)';
  await expect(page.locator('body')).not.toHaveCSS('background-color', dark);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('body')).toHaveCSS('background-color', dark);
  await page.reload();
  await expect(page.locator('body')).toHaveCSS('background-color', dark);
  await expectReadable(page, 'dark by choice');

  // At 200% zoom, the address moves to a second row instead of breaking.
  await page.setViewportSize({ width: 600, height: 400 });
  await expect
    .poll(async () => (await page.getByRole('banner').boundingBox())?.height)
    .toBeLessThan(110);
  await page.goto(PORTAL + login);
  await expect(page.locator('html')).toHaveCSS('background-color', dark);
});

test('the sidebar has every page and stays collapsed; on a phone, a link closes it', async ({
  staffPage: page,
}) => {
  await page.goto(LANDING);
  const sideBar = page.getByRole('navigation', { name: 'All pages' });
  await expect(sideBar.getByRole('link')).toHaveText([
    'Dashboard',
    'Search Families and Children',
    'Registration Report',
    'Add Family',
    'Families',
    'Guardians',
    'Children',
    'Emails',
    'Studies',
    'User Administration',
    'Audit Trail',
    'Privacy',
    'Two-Step Sign-In',
  ]);
  await sideBar.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await expect(sideBar.getByText('Guardians')).toHaveCount(0);
  await page.reload();
  await sideBar.getByRole('link', { name: 'Guardians' }).click();
  await expectPortalPage(page, '/guardians', 'Guardians');
  await expectAccessible(page);
  await sideBar.getByRole('button', { name: 'Expand the sidebar' }).click();
  await expect(sideBar.getByText('Guardians')).toBeVisible();

  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('button', { name: 'All pages' }).click();
  const onPhone = page.getByRole('dialog').getByRole('navigation', { name: 'All pages' });
  await expectAccessible(page);
  await onPhone.getByRole('link', { name: 'Children', exact: true }).click();
  await expectPortalPage(page, '/children', 'Children');
  await expect(onPhone).toHaveCount(0);
});

sessionTest(
  'logging out ends the session, in every tab',
  async ({ staffPage: page, browserLog }) => {
    browserLog.announce(ANSWER(401));
    await page.goto(LANDING);
    const otherTab = await page.context().newPage();
    await otherTab.goto(`${PORTAL}/families`);
    await expectTexts(otherTab, `Logged In As: ${STAFF.email}`);

    await page.getByRole('button', { name: HEADER.menu }).click();
    await page.getByRole('menuitem', { name: HEADER.logOut }).click();
    const loginPage = new LoginPage(page);
    await loginPage.expectOpen();
    await new LoginPage(otherTab).expectOpen();
    await expectNothingKept(page);
    await expectNothingKept(otherTab);
    await expect
      .poll(async () => (await page.request.get(ADMIN_API_PATH + SESSION_CALLS.whoami)).status())
      .toBe(401);

    const asked = countRequests(page, (request) => request.url().endsWith('/whoami'));
    await page.goBack();
    await loginPage.expectOpen();
    expect(asked(), 'the server is not asked over and over').toBeLessThan(10);
    await expect(page.getByText(STAFF.email)).toHaveCount(0);

    // After Log Out, the next login opens the search page, not the page that Back tried to open.
    await loginPage.signIn(STAFF);
    await expectPortalPage(page, '/search-page', 'Search Family and Children');
  },
);

test('a tooltip at the edge of a phone does not widen the page', async ({ staffPage: page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${PORTAL}${PORTAL_ROUTES.auditEvents}`);
  await page.getByRole('button', { name: 'Sort by when descending' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectNoSidewaysScrolling(page);
});

test('the first Tab offers to skip the header; a new page starts at its heading', async ({
  staffPage: page,
}) => {
  await page.goto(`${PORTAL}/families`);
  await expectPortalPage(page, '/families', 'Families');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();

  // On pages with results, a second link skips the filters, too.
  await page.reload();
  const results = page.getByRole('link', { name: 'Skip to results' });
  await expect(page.getByRole('status').filter({ hasText: /famil(y|ies)$/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(results).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(results).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /famil(y|ies)$/ })).toBeFocused();

  await openBySideBar(page, 'Dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  await expect(results).toBeHidden();
});

test('Ctrl+K finds a family by any member, from anywhere and by keyboard alone', async ({
  staffPage: page,
  email,
}) => {
  const digits = sevenDigits();
  const lastName = aFamilyName();
  const { guid } = await aFamily(page.request, email, {
    familyName: 'Okafor',
    guardians: [
      {
        ...aStaffGuardian('Ines', email),
        lastName: `O’${lastName}`,
        primaryPhone: `(510) ${digits.slice(0, 3)}-${digits.slice(3)}`,
      },
    ],
    children: [aStaffChild('Maya')],
  });
  await page.goto(LANDING);
  await expectPortalPage(page, PORTAL_ROUTES.landing, 'Dashboard');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Name, email or phone' });
  await expect(field).toBeFocused();
  await page.keyboard.type(`maya o${lastName}`);
  await expect(page.getByRole('option')).toHaveText([
    `Okafor · Ines O’${lastName} · Maya · ${email}`,
  ]);
  await expect(page.getByRole('option').first()).toHaveCSS('outline-style', 'solid');
  await field.selectText();
  await page.keyboard.type('no such family, nowhere');
  await expect(page.getByRole('status').filter({ hasText: 'No results found' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(`510${digits}`);
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '1 family found' })).toBeVisible();
  await expectAccessible(page);
  // A phone breaks long addresses.
  await page.setViewportSize({ width: 320, height: 800 });
  const found = page.getByRole('option');
  await expect.poll(() => found.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${PORTAL}${PORTAL_ROUTES.familyDetails}?guid=${guid}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

sessionTest(
  'a chunk that fails to load shows an error and a way to try again',
  async ({ staffPage: page, browserLog }) => {
    browserLog.announce(/net::ERR_|dynamically imported module|Minified React error/);
    await page.route('**/assets/search-page-*.js', (route) => route.abort());
    await page.goto(LANDING);
    await expectPortalPage(page, PORTAL_ROUTES.landing, 'Dashboard');
    // The server answers, so the portal reloads itself once.
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: HEADER.menu }).click();
    await page.getByRole('menuitem', { name: 'Search Families and Children' }).click();
    await reloaded;
    await expectTexts(page, 'Something went wrong on this page.');
    await expectAccessible(page);
    await page.unroute('**/assets/search-page-*.js');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expectPortalPage(page, '/search-page', PORTAL_HEADINGS['/search-page']);
  },
);
