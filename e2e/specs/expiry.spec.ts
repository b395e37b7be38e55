import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { reachList } from '../support/journey.js';
import { doubleTextSize } from '../support/layout.js';
import { LEO, MAYA } from '../support/people.js';
import { expectNothingKept, moreTimeDialog } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

/** A draft expires after an hour. The tests advance the browser's clock. More tests: `draft-watch.test.tsx`. */

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test('five minutes before the end, a dialog offers more time', async ({
  page,
  email,
  database,
}) => {
  const step = await reachList(page, email, [MAYA]);
  await page.clock.fastForward('54:00');
  await step.expectList('Maya');
  await expect(moreTimeDialog(page)).toBeHidden();
  // On the server, too, so that the extension below can be seen there.
  await database.endDraftSoon(email);
  await page.clock.fastForward('01:30');
  await expect(moreTimeDialog(page)).toContainText('Your session ends in 5 minutes.');
  await page.clock.fastForward('01:00');
  await expect(moreTimeDialog(page)).toContainText('Your session ends in 4 minutes.');

  const stay = moreTimeDialog(page).getByRole('button', { name: 'Stay on this page' });
  await expect(stay).toBeFocused();
  await stay.click();
  await expect(moreTimeDialog(page)).toBeHidden();
  expect(await database.minutesLeft(email)).toBeGreaterThan(55);
  await page.clock.fastForward('54:00');
  await step.expectList('Maya');
  await expect(moreTimeDialog(page)).toBeHidden();
});

test('the focus returns to where it was before the dialog, otherwise to the heading', async ({
  page,
  email,
}) => {
  const step = await reachList(page, email, [MAYA]);
  await step.addButton.click();
  await step.firstName.focus();
  await page.clock.fastForward('56:00');
  await expect(moreTimeDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(moreTimeDialog(page)).toBeHidden();
  await expect(step.firstName).toBeFocused();

  await step.firstName.blur();
  await page.clock.fastForward('56:00');
  await moreTimeDialog(page).getByRole('button', { name: 'Stay on this page' }).click();
  await expect(moreTimeDialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('without an answer, the session ends and the input is removed', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(401));
  const step = await reachList(page, email, [MAYA]);
  await step.addButton.click();
  await step.fill(LEO);
  await page.clock.fastForward('56:00');
  await expect(moreTimeDialog(page)).toBeVisible();
  await database.endDraft(email);
  await page.clock.fastForward('04:30');
  await expectPage(page, '/session-expired', 'Session Expired!');
  await expect(moreTimeDialog(page)).toBeHidden();
  await expectNothingKept(page);
  await page.goto('/kidlab-reg/children-step');
  await expectPage(page, '/registration', 'Parent / Guardian Information');
});

test('a lost connection is visible in the dialog in large text on a small phone', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await page.setViewportSize({ width: 320, height: 568 });
  await reachList(page, email, [MAYA]);
  await doubleTextSize(page);
  await page.clock.fastForward('56:00');
  const dialog = moreTimeDialog(page);
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Stay on this page' }).click();
  const [fault, button] = [dialog.getByRole('alert'), dialog.getByRole('button')];
  await expect(fault).toContainText('We could not reach the server');
  const isCovered = async (): Promise<boolean> => {
    const [words, below] = [await fault.boundingBox(), await button.boundingBox()];
    return (words?.y ?? 0) + (words?.height ?? 0) > (below?.y ?? 0);
  };
  await expect.poll(() => isCovered()).toBe(false);
});
