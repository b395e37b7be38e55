import { ADMIN_API_PATH, ADMIN_BASE_PATH, PORTAL_ROUTES, SESSION_CALLS } from '@kidlab/contract';
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';

import { aKey } from './made-up.js';
import { newestMailTo, setPasswordLink } from './mailbox.js';
import { STAFF } from './product.js';
import { test } from './test.js';
import { expectPath } from './texts.js';

export { expect } from '@playwright/test';
export { STAFF } from './product.js';

/** A user who can sign in. */
export interface StaffAccount {
  readonly email: string;
  readonly password: string;
}

/** The base path of the portal's pages. */
export const PORTAL = ADMIN_BASE_PATH;

/** Signs a browser in by an API call instead of the login page. */
export async function signInByCall(
  request: APIRequestContext,
  { email, password }: StaffAccount = STAFF,
): Promise<void> {
  const answer = await request.post(`${ADMIN_API_PATH}/login`, {
    form: { username: email, password },
  });
  expect(answer.status(), 'signing in').toBe(200);
}

/** Adds a user who is not a user administrator, and sets the password by the mailed link. */
export async function aStaffAccount(admin: APIRequestContext): Promise<StaffAccount> {
  const account = { email: `staff.${aKey()}@example.org`, password: aKey() };
  const added = await admin.post(`${ADMIN_API_PATH}/users`, { data: { email: account.email } });
  expect(added.status(), 'adding a user').toBe(201);
  const link = new URL(setPasswordLink(await newestMailTo(account.email)));
  const set = await admin.post(`${ADMIN_API_PATH}/set-password`, {
    data: { token: link.searchParams.get('token'), password: account.password },
  });
  expect(set.status(), 'setting a password').toBe(204);
  return account;
}

/** Opens a page from the sidebar, which every page has on a desktop. */
export async function openBySideBar(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'All pages' })
    .getByRole('link', { name, exact: true })
    .click();
}

/** Goes to another page without loading a new document, like a link. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, PORTAL + path);
}

/** Waits for a page of the portal by its path (below the portal's base) and h1. */
export async function expectPortalPage(page: Page, path: string, heading: string): Promise<void> {
  await expectPath(page, `${PORTAL}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
}

/** The page of a family; its heading is the family's name. */
export async function expectFamilyPage(page: Page): Promise<void> {
  await expectPath(page, `${PORTAL}${PORTAL_ROUTES.familyDetails}`);
  await expect(page.getByText('Family Details', { exact: true })).toBeVisible();
}

interface StaffFixtures {
  /** A blank page of a browser in which the first user, a user administrator, is signed in. */
  readonly staffPage: Page;
}

interface StaffWorkerFixtures {
  /** A browser in which the first user is signed in, for all tests of a worker. */
  readonly signedIn: BrowserContext;
}

/**
 * Closes the tabs of a test and clears what they stored: columns, saved searches, the theme. Keeps the session for the
 * next test.
 */
async function endTabs(context: BrowserContext): Promise<void> {
  for (const page of context.pages().slice(1)) await page.close();
  const page = context.pages()[0] ?? (await context.newPage());
  // A page without the portal, which could write to the storage again.
  await page.goto('/health/live');
  await page.evaluate(() => {
    localStorage.clear();
  });
  await page.close();
  await context.clearPermissions();
  const whoami = await context.request.get(ADMIN_API_PATH + SESSION_CALLS.whoami);
  expect(whoami.status(), 'a test that ends the session is a sessionTest').toBe(200);
}

/**
 * Tests with a signed-in user, each in its own tab. The tests of a worker share a browser, because signing in,
 * fetching the portal and compiling it take as long as a test.
 */
export const staffTest = test.extend<StaffFixtures, StaffWorkerFixtures>({
  signedIn: [
    async ({ browser }, use) => {
      const context = await browser.newContext();
      await signInByCall(context.request);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ signedIn }, use) => {
    await use(signedIn);
    await endTabs(signedIn);
  },
  staffPage: async ({ page }, use) => {
    await use(page);
  },
});

/** Tests that end the session, set the clock or start signed out. Each has its own browser. */
export const sessionTest = test.extend<StaffFixtures>({
  staffPage: async ({ page }, use) => {
    await signInByCall(page.request);
    await use(page);
  },
});
