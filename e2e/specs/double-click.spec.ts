import { ANSWER } from '../support/browser-log.js';
import { countRequests, holdAnswer } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  expectAgreement,
  expectCongratulations,
  expectVerify,
  fillConfirmForm,
  openConfirmForm,
  reachAgreement,
  reachList,
  reachMail,
  reachVerify,
} from '../support/journey.js';
import { aGuardian, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';
import { WORDS } from '../specification.js';

const SENDING = 'One moment, please: your information is being sent.';

/**
 * Each submission is blocked while one is in flight: the button is pressed again and again while the answer waits. And
 * what a form shows meanwhile is what was sent.
 */

test('step 1 is sent once, and its fields are read-only meanwhile', async ({
  page,
  email,
  database,
}) => {
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email));
  const count = countRequests(page, (request) => request.url().endsWith('registerAndLinkGuardian'));
  const held = await holdAnswer(page, '**/families/registerAndLinkGuardian');
  await step.submitButton.dblclick();
  await expect(step.submitButton).toHaveText(WORDS.submitting);
  await step.submitButton.click({ force: true });
  await step.firstName.press('Enter');

  for (const field of [step.firstName, step.email, step.zipCode, step.phone]) {
    await expect(field).not.toBeEditable();
  }
  await step.zipCode.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await expect(step.zipCode).toHaveValue('94608');
  await step.relationship.focus();
  await page.keyboard.press('ArrowDown');
  await expect(step.relationship).toHaveValue('Mother');
  await expect(step.relationship).toHaveAttribute('aria-readonly', 'true');

  held.release();
  await expectPage(page, '/children-step', 'Child Information');
  expect(count()).toBe(1);
  expect(await database.family(email)).toMatchObject({ zipCode: '94608' });
});

test('the children are sent once, and their list is read-only meanwhile', async ({
  page,
  email,
  database,
}) => {
  const step = await reachList(page, email, [MAYA, LEO]);
  const count = countRequests(page, (request) => request.url().endsWith('/kidlab-reg/children'));
  const held = await holdAnswer(page, '**/families/guid?*');
  await step.continueButton.dblclick();
  await expect(step.continueButton).toHaveAttribute('aria-disabled', 'true');
  await expect(step.continueButton).toHaveAttribute('aria-busy', 'true');
  await expect(step.cancelButton).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('status')).toHaveText(SENDING);
  await step.continueButton.click({ force: true });
  // Nor can the list be changed, or left.
  for (const button of [step.addButton, step.edit('Maya'), step.delete('Leo'), step.cancelButton]) {
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toBeFocused();
  }
  await page.getByRole('link', { name: 'Back to your information' }).click({ force: true });
  await expect(step.dialog).toBeHidden();
  await step.expectList('Maya', 'Leo');
  held.release();
  await expectAgreement(page);
  expect(count()).toBe(2);
  expect(await database.childNames(email)).toEqual(['Maya', 'Leo']);
});

test('the agreement is sent once, and "I do not agree" has no effect meanwhile', async ({
  page,
  email,
  database,
}) => {
  await reachAgreement(page, email);
  const count = countRequests(page, (request) => request.url().endsWith('send-confirmation-email'));
  const erasures = countRequests(page, (request) => request.method() === 'DELETE');
  const held = await holdAnswer(page, '**/registration/send-confirmation-email');
  const agree = page.getByRole('button', { name: 'I agree', exact: true });
  await agree.dblclick();
  await expect(agree).toHaveAttribute('aria-disabled', 'true');
  await expect(agree).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('button', { name: 'I do not agree' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await expect(page.getByRole('status')).toHaveText(SENDING);
  await agree.click({ force: true });
  await page.getByRole('button', { name: 'I do not agree' }).click({ force: true });
  held.release();
  await expectVerify(page);
  expect(count()).toBe(1);
  expect(erasures()).toBe(0);
  expect(await database.queuedMails(email)).toBe(1);
});

test('a cancellation is sent once', async ({ page, email, database }) => {
  const step = await reachList(page, email, [MAYA]);
  const count = countRequests(page, (request) => request.method() === 'DELETE');
  const held = await holdAnswer(page, '**/families/by-email?*');
  await step.cancelButton.click();
  await page.getByRole('button', { name: 'Yes, cancel my registration' }).dblclick();
  await expect(step.dialog).toBeHidden();
  await step.cancelButton.click({ force: true });
  await step.continueButton.click({ force: true });
  await expect(step.dialog).toBeHidden();
  held.release();
  await expectPage(page, '/cancel-registration', 'Your registration has been canceled');
  expect(count()).toBe(1);
  expect(await database.families(email)).toEqual([]);
});

test('the confirmation is sent once, and its fields are read-only meanwhile', async ({
  page,
  email,
  database,
}) => {
  await openConfirmForm(page, await reachMail(page, email));
  await fillConfirmForm(page, email, '94608');
  const count = countRequests(page, (request) => request.url().includes('confirmAndRegister'));
  const held = await holdAnswer(page, '**/families/confirmAndRegister?*');
  const button = page.getByRole('button', { name: 'Continue', exact: true });
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.click({ force: true });
  await expect(page.getByLabel('Confirm email address')).not.toBeEditable();
  await expect(page.getByLabel('Confirm zip code')).not.toBeEditable();
  held.release();
  await expectCongratulations(page);
  expect(count()).toBe(1);
  expect((await database.family(email)).state).toBe('registered');
});

test('"Send it again" is sent once', async ({ page, email, database, browserLog }) => {
  browserLog.announce(ANSWER(429));
  await reachVerify(page, email);
  await database.ageLastMail(email);
  const address = '**/registration/resend-confirmation-email';
  const count = countRequests(page, (request) => request.url().includes('resend'));
  const held = await holdAnswer(page, address);
  const again = page.getByRole('button', { name: 'Send it again' });
  await again.dblclick();
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await again.click({ force: true });
  held.release();
  await expect(page.getByRole('status')).toHaveText('A confirmation email is on its way.');
  expect(count()).toBe(1);
  expect(await database.queuedMails(email)).toBe(2);
});
