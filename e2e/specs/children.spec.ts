import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import { expectAgreement, reachAgreement, walkToList } from '../support/journey.js';
import { expectAtTop } from '../support/layout.js';
import { aChild, FIVE, LEO, MAYA } from '../support/people.js';
import { expectNothingKept } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';
import { WORDS } from '../specification.js';

const CANCELED = 'Your registration has been canceled';

test('Back closes a child form without losing any child', async ({ page, email }) => {
  const step = await walkToList(page, email, [MAYA]);
  await step.edit('Maya').click();
  await expect(step.firstName).toHaveValue('Maya');
  await page.goBack();
  await step.expectList('Maya');
  await expect(page.getByRole('heading', { name: 'Your children' })).toBeFocused();
  await step.addButton.click();
  await step.expectEmptyForm();
  await page.goBack();
  await step.expectList('Maya');

  await step.addButton.click();
  await step.save(LEO);
  await step.expectList('Maya', 'Leo');
  await step.edit('Leo').click();
  await step.cancelFormButton.click();
  await step.expectList('Maya', 'Leo');
  await page.goBack();
  await expectPage(page, '/registration', 'Parent / Guardian Information');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('Back from a child opened with "Change" returns to the agreement and closes the form', async ({
  page,
  email,
}) => {
  await reachAgreement(page, email, [MAYA, LEO]);
  const step = new ChildrenPage(page);
  await page.getByRole('link', { name: 'Change Leo' }).click();
  await expect(step.firstName).toHaveValue('Leo');
  await page.goBack();
  await expectAgreement(page);
  await page.getByRole('link', { name: 'Change your children' }).click();
  await step.expectList('Maya', 'Leo');

  await page.goBack();
  await page.getByRole('link', { name: 'Change Leo' }).click();
  await step.save(aChild('Leon'));
  await step.expectList('Maya', 'Leon');
});

test('canceling the registration removes everything', async ({ page, email, database }) => {
  await reachAgreement(page, email, [MAYA]);
  await page.getByRole('link', { name: 'Change your children' }).click();
  await expectPage(page, '/children-step', 'Child Information');
  await page.getByRole('button', { name: 'Cancel registration', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, cancel my registration' }).click();
  await expectPage(page, '/cancel-registration', CANCELED);
  expect(await database.families(email)).toEqual([]);
  await expectNothingKept(page);

  await page.getByRole('link', { name: WORDS.signUp, exact: true }).click();
  await expectPage(page, '/', 'Welcome to Kid Lab');
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('');
});

test('"I do not agree" removes everything, and Back shows step 1 empty, at its top', async ({
  page,
  email,
  database,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await reachAgreement(page, email, FIVE);
  // The call of section 7 of the specification.
  const erased = page.waitForRequest(
    (request) =>
      request.method() === 'DELETE' &&
      request.url().endsWith(`/kidlab-reg/families/by-email?email=${encodeURIComponent(email)}`),
  );
  await page.getByRole('button', { name: WORDS.disagree, exact: true }).click();
  await erased;
  await expectPage(page, '/cancel-registration', CANCELED);
  await expectAtTop(page);
  expect(await database.families(email)).toEqual([]);
  expect(await database.queuedMails(email)).toBe(0);
  await expectNothingKept(page);

  await page.goBack();
  const step = new GuardianPage(page);
  await step.expectReady();
  await expect(step.email).toHaveValue('');
  await expectAtTop(page);
});
