import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { reachList } from '../support/journey.js';
import { MAYA } from '../support/people.js';
import { expectNothingKept, moreTimeDialog } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

/** The browser's clock may be wrong: only the server says that a draft is over. */

const EXTEND = '**/registration/extend';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test('a clock that is ahead does not end a valid draft', async ({ page, email, database }) => {
  const step = await reachList(page, email, [MAYA]);
  await database.endDraftSoon(email);
  const asked = page.waitForResponse(EXTEND);
  await page.clock.fastForward('01:30:00');
  expect((await asked).status()).toBe(204);
  await step.expectList('Maya');
  await expect(moreTimeDialog(page)).toBeHidden();
  expect(await database.minutesLeft(email)).toBeGreaterThan(55);
  await page.clock.fastForward('54:00');
  await expect(moreTimeDialog(page)).toBeHidden();
  await page.clock.fastForward('02:00');
  await expect(moreTimeDialog(page)).toBeVisible();
});

test('while offline, the page keeps asking until the server answers', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER, ANSWER(401));
  const step = await reachList(page, email, [MAYA]);
  await page.route(EXTEND, (route) => route.abort());
  await page.clock.fastForward('01:30:00');
  await expect(moreTimeDialog(page)).toContainText('unless we can reach the server soon');
  await page.clock.fastForward('05:00');
  await step.expectList('Maya');
  await database.endDraft(email);
  await page.unroute(EXTEND);
  await page.clock.fastForward('00:20');
  await expectPage(page, '/session-expired', 'Session Expired!');
  await expectNothingKept(page);
});

test('a clock that is set back does not hide the end of the draft', async ({ page, email }) => {
  const step = await reachList(page, email, [MAYA]);
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now - 5 * 3_600_000);
  await page.clock.fastForward('54:00');
  await step.expectList('Maya');
  await expect(moreTimeDialog(page)).toBeHidden();
  await page.clock.fastForward('02:00');
  await expect(moreTimeDialog(page)).toBeVisible();
});
