import type { Page } from '@playwright/test';

import { ANSWER } from '../support/browser-log.js';
import { reachVerify } from '../support/journey.js';
import { newestMailTo, removeLink } from '../support/mailbox.js';
import { aRegisteredFamily } from '../support/registration-calls.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

async function expectNothingThere(page: Page): Promise<void> {
  await expectPage(page, '/remove-my-data', 'No registration is stored under this link.');
  await expect(page.getByRole('main')).toContainText(
    'If you have already pressed “Remove my data”, everything has been removed',
  );
  await expect(page.getByRole('button')).toHaveCount(0);
}

test('"this was not me" removes an unconfirmed registration with one button', async ({
  page,
  email,
  database,
  browserLog,
  otherBrowser,
}) => {
  browserLog.announce(ANSWER(404));
  await reachVerify(page, email);
  const link = removeLink(await newestMailTo(email));
  const reader = await otherBrowser.newPage();
  await reader.goto(link);
  await expectPage(reader, '/remove-my-data', 'Remove my data');
  expect(await database.families(email)).toHaveLength(1);

  const button = reader.getByRole('button', { name: 'Remove my data' });
  await button.click();
  await expectPage(reader, '/remove-my-data', 'Your data has been removed.');
  await expect(reader.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(button).toBeHidden();
  expect(await database.families(email)).toEqual([]);

  await reader.reload();
  await button.click();
  await expectNothingThere(reader);
});

test('it does not remove a confirmed registration', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(409));
  await aRegisteredFamily(page.request, email);
  await page.goto(removeLink(await newestMailTo(email)));
  await page.getByRole('button', { name: 'Remove my data' }).click();
  await expectBanner(
    page,
    'This email address is already registered. If you need help, please contact kidlab-support@localhost.',
    'Nothing was removed.',
  );
  await expect(page.getByRole('button')).toHaveCount(0);
  expect((await database.family(email)).state).toBe('registered');
});
