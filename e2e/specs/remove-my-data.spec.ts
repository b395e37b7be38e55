import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { reachVerify } from '../support/journey.js';
import { newestMailTo, removeLink } from '../support/mailbox.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

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
  await button.and(reader.locator(':enabled')).waitFor();
  await expectAccessible(reader);
  await button.click();
  await expectPage(reader, '/remove-my-data', 'Your data has been removed.');
  await expect(reader.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(button).toBeHidden();
  await expectAccessible(reader);
  expect(await database.families(email)).toEqual([]);

  await reader.reload();
  await button.click();
  await expectPage(reader, '/remove-my-data', 'There is no registration for this link.');
});
