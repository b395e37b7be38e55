import { expectAccessible } from '../support/accessibility.js';
import { ChildrenPage } from '../support/children-page.js';
import { expectAgreement, reachAgreement, reachChildren, reachList } from '../support/journey.js';
import { aChild, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';

/** One tap deletes a child; ten seconds it can be undone. */

test('a removed child is told and comes back to its place', async ({ page, email, database }) => {
  await reachAgreement(page, email, [MAYA, LEO]);
  await page.getByRole('link', { name: 'Change your children' }).click();
  const step = new ChildrenPage(page);
  await step.delete('Maya').click();
  await step.expectList('Leo');
  await expect(page.getByRole('status')).toHaveText('Maya was removed. Undo');
  await expect(page.getByText('Maya was removed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await step.expectList('Maya', 'Leo');
  await expect(page.getByRole('heading', { name: 'Your children' })).toBeFocused();
  await expect(page.getByRole('status')).toHaveText('Maya is back.');
  await step.continueButton.click();
  await expectAgreement(page);
  expect(await database.childNames(email)).toEqual(['Maya', 'Leo']);
});

test('the notice of a removed child passes axe', async ({ page, email }) => {
  const step = await reachList(page, email, [MAYA, LEO]);
  await step.delete('Maya').click();
  await expect(page.getByText('Maya was removed.')).toBeVisible();
  await expectAccessible(page);
});

test('Undo is there for ten seconds, or until the next step', async ({ page, email }) => {
  await page.clock.install();
  const step = await reachList(page, email, [MAYA, LEO, aChild('Ana')]);
  const undo = page.getByRole('button', { name: 'Undo' });
  // From here on time passes only when the test says so.
  await page.clock.pauseAt(Date.now() + 60_000);
  await step.delete('Maya').click();
  await page.clock.runFor(9_000);
  await undo.focus();
  await page.clock.runFor(2_000);
  await expect(undo).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your children' })).toBeFocused();

  await step.delete('Leo').click();
  await expect(undo).toBeVisible();
  await step.edit('Ana').click();
  await expect(undo).toBeHidden();
});

test('an added child is told, to be seen as well', async ({ page, email }) => {
  const step = await reachChildren(page, email);
  await step.save(MAYA);
  await expect(page.getByText('Maya was added.')).toBeInViewport();
  await expect(page.getByRole('status')).toHaveText('Maya was added.');
  const box = await page.getByRole('status').boundingBox();
  expect(box?.height).toBeGreaterThan(10);
});
