import type { Page } from '@playwright/test';

import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { loseRequest } from '../support/faults.js';
import { reachVerify } from '../support/journey.js';
import { newestMailTo, removeLink } from '../support/mailbox.js';
import { aRegisteredFamily } from '../support/registration-calls.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

async function expectNothingThere(page: Page): Promise<void> {
  await expectPage(page, '/remove-my-data', 'There is nothing to remove.');
  await expect(page.getByRole('main')).toContainText('It was removed already, or the link is not');
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

test('a confirmed registration is not removed by it', async ({
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

test('a link that is no text is no link, and nothing is removed', async ({ page, browserLog }) => {
  browserLog.announce(ANSWER(400));
  await page.goto('/kidlab-reg/remove-my-data?guid=%00');
  await page.getByRole('button', { name: 'Remove my data' }).click();
  await expectNothingThere(page);
});

test('a lost connection is told of, and the button works again', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await reachVerify(page, email);
  await page.goto(removeLink(await newestMailTo(email)));
  await loseRequest(page, '**/registration/remove-my-data?*');
  const button = page.getByRole('button', { name: 'Remove my data' });
  await button.click();
  await expectBanner(
    page,
    'We could not reach the server. Please check your internet connection and try again.',
  );
  await button.click();
  await expectPage(page, '/remove-my-data', 'Your data has been removed.');
  expect(await database.families(email)).toEqual([]);
});

test('without a guid there is nothing to remove', async ({ page }) => {
  await page.goto('/kidlab-reg/remove-my-data');
  await expectNothingThere(page);
});

test('with nonsense for a guid there is nothing to remove', async ({ page, browserLog }) => {
  browserLog.announce(ANSWER(404));
  await page.goto('/kidlab-reg/remove-my-data?guid=nonsense');
  await page.getByRole('button', { name: 'Remove my data' }).click();
  await expectNothingThere(page);
});
