import { expectAccessible } from '../support/accessibility.js';
import { NO_ANSWER } from '../support/browser-log.js';
import { holdRequests, loseRequest } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectAgreement,
  expectVerify,
  reachAgreement,
  reachChildren,
  reachList,
  reachVerify,
} from '../support/journey.js';
import { aGuardian, FIVE, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { banner } from '../support/texts.js';

/** Checks each state of the three steps with axe, and for horizontal scrolling. */

/** Names of the maximum length, which must not widen a page. */
const LONG = { firstName: 'W'.repeat(31), lastName: 'M'.repeat(31) };

test('step 1 is accessible: empty, all errors, a hint and the tooltip, a failure, busy', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  const step = new GuardianPage(page);
  await step.open();
  await expectAccessible(page);

  await step.submit();
  await expect(banner(page)).toBeVisible();
  await expectAccessible(page);

  await step.email.fill('somebody@gmial.com');
  await step.yearOfBirth.focus();
  await expect(page.getByText('Did you mean')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectAccessible(page);

  await step.fill(aGuardian(email));
  await loseRequest(page, '**/families/registerAndLinkGuardian');
  await step.submit();
  await expect(banner(page)).toContainText('We could not reach the server.');
  await expectAccessible(page);

  const held = await holdRequests(page, '**/families/registerAndLinkGuardian');
  await step.submit();
  await expect(step.submitButton).toHaveText('Submitting...');
  await expectAccessible(page);
  held.release();
});

test('step 2 is accessible: empty, with errors, without children', async ({ page, email }) => {
  const step = await reachChildren(page, email);
  await expectAccessible(page);

  await step.homeLanguage.selectOption('');
  await step.saveButton.click();
  await expect(banner(page)).toBeVisible();
  await expectAccessible(page);

  await step.cancelFormButton.click();
  await step.continueButton.click();
  await expect(banner(page)).toContainText('Please add at least one child');
  await expectAccessible(page);
});

test('step 2 is accessible: five children, a form, the dialog, a failure, busy', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  const step = await reachList(page, email, FIVE);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBeLessThanOrEqual(1_500);
  await expectAccessible(page);

  await step.edit('Leo').click();
  await expect(step.firstName).toHaveValue('Leo');
  await step.firstName.fill(LONG.firstName);
  await expectAccessible(page);
  await step.saveButton.click();

  await step.delete('Ana').click();
  await expect(page.getByText('Ana was removed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: LONG.firstName })).toBeVisible();
  await expectAccessible(page);

  await step.cancelButton.click();
  await expect(step.dialog).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'No, keep going' }).click();

  await loseRequest(page, '**/families/guid?*');
  await step.continueButton.click();
  await expect(banner(page)).toContainText('There was an error validating');
  await expectAccessible(page);

  const held = await holdRequests(page, '**/families/guid?*');
  await step.continueButton.click();
  await expect(step.continueButton).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  held.release();
  await expectAgreement(page);
});

test('the dialog that offers more time is accessible, also after a failure', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await page.clock.install();
  const step = await reachList(page, email);
  await page.clock.fastForward('56:00');
  await expect(step.dialog).toBeVisible();
  await expectAccessible(page);

  await loseRequest(page, '**/registration/extend');
  await step.dialog.getByRole('button').click();
  await expect(step.dialog.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('step 3 is accessible, also after a failure and busy', async ({ page, email, browserLog }) => {
  browserLog.announce(NO_ANSWER);
  await reachAgreement(page, email, [MAYA, { ...LEO, firstName: LONG.firstName }], LONG);
  await expectAccessible(page);

  await loseRequest(page, '**/registration/send-confirmation-email');
  await agree(page);
  await expect(banner(page)).toBeVisible();
  await expectAccessible(page);

  const held = await holdRequests(page, '**/registration/send-confirmation-email');
  await agree(page);
  await expect(page.getByRole('button', { name: 'I agree', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page);
  held.release();
  await expectVerify(page);
});

test('the verify page is accessible, also with a message', async ({ page, email, browserLog }) => {
  browserLog.announce(/status of 429/);
  await reachVerify(page, `a-rather-long-address-that-has-to-wrap-somewhere.${email}`.slice(-99));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByRole('status')).toContainText('Please wait a few minutes');
  await expectAccessible(page);
});
