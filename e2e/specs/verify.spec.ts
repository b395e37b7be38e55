import { ANSWER } from '../support/browser-log.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectAgreement,
  expectVerify,
  openConfirmForm,
  reachVerify,
} from '../support/journey.js';
import { confirmLink, newestMailTo } from '../support/mailbox.js';
import { aGuardian, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';
import { ChildrenPage } from '../support/children-page.js';

const TOO_SOON =
  'We sent the email a moment ago. Please wait a few minutes before sending it again.';

test('"Send it again" works after some minutes; then only the newer link works', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(429));
  await reachVerify(page, email);
  const older = confirmLink(await newestMailTo(email));
  const again = page.getByRole('button', { name: 'Send it again' });
  await again.click();
  await expect(page.getByRole('status')).toHaveText(TOO_SOON);
  expect(await database.queuedMails(email)).toBe(1);

  await database.ageLastMail(email);
  await again.click();
  await expect(page.getByRole('status')).toHaveText('A confirmation email is on its way.');
  const newer = confirmLink(await newestMailTo(email, 2));
  expect(newer).not.toBe(older);
  await page.goto(older);
  await expectPage(
    page,
    '/confirm-registration',
    'The account you are attempting to access is no longer valid.',
  );
  await openConfirmForm(page, newer);
});

test('a mistyped address is corrected without typing the rest again', async ({
  page,
  email,
  database,
}) => {
  const mistyped = `x${email}`;
  await reachVerify(page, mistyped, [MAYA, LEO]);
  await newestMailTo(mistyped);
  await page.getByRole('button', { name: 'Change it' }).click();

  const stepOne = new GuardianPage(page);
  await stepOne.expectReady();
  expect(await database.families(mistyped)).toEqual([]);
  const guardian = aGuardian(mistyped);
  await expect(stepOne.email).toHaveValue(mistyped);
  await expect(stepOne.phone).toHaveValue(guardian.phone);
  await stepOne.email.fill(email);
  await stepOne.yearOfBirth.selectOption(guardian.yearOfBirth);
  await stepOne.submit();

  const stepTwo = new ChildrenPage(page);
  await stepTwo.expectList('Maya', 'Leo');
  await stepTwo.continueButton.click();
  await expectAgreement(page);
  await agree(page);
  await expectVerify(page);
  await newestMailTo(email);
  expect(await database.childNames(email)).toEqual(['Maya', 'Leo']);
});
