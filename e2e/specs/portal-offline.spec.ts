import { MESSAGES } from '@kidlab/contract';
import type { Locator, Page } from '@playwright/test';

import { NO_ANSWER } from '../support/browser-log.js';
import { holdRequests } from '../support/faults.js';
import { aFamilyName } from '../support/made-up.js';
import { rows } from '../support/portal-list.js';
import { SearchPage, SUMMARY_CALL } from '../support/search-page.js';
import { aFamily } from '../support/staff-family.js';
import { expect, expectPortalPage, PORTAL, sessionTest as test } from '../support/staff.js';
import { HEADER_TEXTS, LIST_TEXTS } from '../support/portal-texts.js';
import { expectPath } from '../support/texts.js';

/** Takes the browser offline and online. */
const lose = (page: Page): Promise<void> => page.context().setOffline(true);
const regain = (page: Page): Promise<void> => page.context().setOffline(false);

/** Makes calls of the open page time out twenty times sooner. @returns a function that undoes this */
async function shortenTimeouts(page: Page): Promise<() => Promise<void>> {
  const real = await page.evaluateHandle(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 20);
    return timeout;
  });
  return () =>
    real.evaluate((timeout) => {
      AbortSignal.timeout = timeout;
    });
}

/** Advances the clock by a second at a time until an element appears or disappears. */
async function passTimeUntil(element: Locator, isThere: boolean): Promise<void> {
  const look = async (): Promise<boolean> => {
    await element.page().clock.fastForward(1_000);
    return (await element.count()) > 0;
  };
  await expect.poll(look, { intervals: [100] }).toBe(isThere);
}

test('offline, searches and unloaded pages show an error, and load when online again', async ({
  staffPage: page,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER, /dynamically imported module/);
  const name = aFamilyName();
  await aFamily(page.request, email, { familyName: name });
  const search = new SearchPage(page);
  await search.open();
  await lose(page);
  await search.search(name);
  await expect(page.getByRole('alert')).toContainText(MESSAGES.connectionLost);
  await expect(page.getByText(LIST_TEXTS.loading)).toHaveCount(0);

  await regain(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(name);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await lose(page);
  const open = async (entry: string): Promise<void> => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  await open('Registration Report');
  await expect(page.getByRole('alert')).toContainText(MESSAGES.connectionLost);
  await open('Add Family');
  await expectPath(page, `${PORTAL}/add-family`);
  await expect(page.getByRole('alert')).toContainText(MESSAGES.connectionLost);

  // The open page loads by itself, the other one when it is opened again.
  await regain(page);
  await expectPortalPage(page, '/add-family', 'Add Family');
  await open('Registration Report');
  await expectPortalPage(page, '/registration-report', 'Registration Report');
});

test('a search or page without a response shows an error, and is retried', async ({
  staffPage: page,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  const name = aFamilyName();
  await aFamily(page.request, email, { familyName: name });
  await page.clock.install();
  const search = new SearchPage(page);
  await page.route(SUMMARY_CALL, () => undefined);
  await search.open();
  const restoreTimeouts = await shortenTimeouts(page);
  await search.search(name);
  await expect(page.getByRole('alert')).toContainText(MESSAGES.connectionLost);

  await restoreTimeouts();
  await page.unroute(SUMMARY_CALL);
  await passTimeUntil(rows(page).filter({ hasText: name }), true);
  await expect(page.getByRole('alert')).toHaveCount(0);

  const held = await holdRequests(page, '**/assets/registration-report-page-*.js');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Registration Report', exact: true }).click();
  const failure = page.getByRole('alert').filter({ hasText: MESSAGES.connectionLost });
  await passTimeUntil(failure, true);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(HEADER_TEXTS.added.crashed);
  await expect(heading).toBeFocused();
  await expect(page.getByRole('button', { name: HEADER_TEXTS.added.reload })).toBeVisible();
  held.release();
  await passTimeUntil(failure, false);
  await expectPortalPage(page, '/registration-report', 'Registration Report');
  await expect(heading).toBeFocused();
});
