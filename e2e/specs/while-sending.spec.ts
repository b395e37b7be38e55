import { NO_ANSWER } from '../support/browser-log.js';
import { holdAnswer, loseAnswer, loseRequest } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectVerify,
  fillConfirmForm,
  openConfirmForm,
  reachAgreement,
  reachMail,
  sendConfirmForm,
} from '../support/journey.js';
import { newestMailTo } from '../support/mailbox.js';
import { aGuardian } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

/** What a form shows while it is sent is what was sent, and what the server has accepted is a success. */

test('the fields of step 1 take nothing while it is sent', async ({ page, email, database }) => {
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email));
  const held = await holdAnswer(page, '**/families/registerAndLinkGuardian');
  await step.submit();
  await expect(step.submitButton).toHaveText('Submitting...');

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
  expect(await database.family(email)).toMatchObject({ zipCode: '94608' });
});

test('the fields of the confirm form take nothing while it is sent', async ({ page, email }) => {
  await openConfirmForm(page, await reachMail(page, email));
  await fillConfirmForm(page, email, '94608');
  const held = await holdAnswer(page, '**/families/confirmAndRegister?*');
  await sendConfirmForm(page);
  await expect(page.getByLabel('Confirm email address')).not.toBeEditable();
  await expect(page.getByLabel('Confirm zip code')).not.toBeEditable();
  held.release();
  await expectPage(page, '/registration-confirmation', 'Congratulations!');
});

for (const [what, lose] of [
  ['the request', loseRequest],
  ['the answer', loseAnswer],
] as const) {
  test(`an agreement that was accepted is a success, though ${what} of the second call is lost`, async ({
    page,
    email,
    database,
    browserLog,
  }) => {
    browserLog.announce(NO_ANSWER);
    await reachAgreement(page, email);
    await lose(page, '**/registration/update-family-details');
    await agree(page);
    await expectVerify(page);
    await newestMailTo(email);
    expect(await database.queuedMails(email)).toBe(1);
  });
}
