import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectAgreement,
  expectCongratulations,
  expectVerify,
  fillConfirmForm,
  openConfirmForm,
  reachAgreement,
  reachVerify,
  sendConfirmForm,
} from '../support/journey.js';
import { confirmLink, newestMailTo } from '../support/mailbox.js';
import { aChild, aGuardian, LEO, MAYA } from '../support/people.js';
import { expectNothingKept, openTwin } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { expectBanner } from '../support/texts.js';

/** Tabs with the same registration notify each other. How they react: `other-tabs.test.tsx`. */

const CHANGED =
  'Your information was changed in another tab. Please check it again before you agree.';

test('the summary shows another tab’s changes, and nobody agrees to them unseen', async ({
  page,
  email,
  database,
}) => {
  await reachAgreement(page, email, [MAYA]);
  const twin = await openTwin(page);
  await twin.getByRole('link', { name: 'Change your information' }).click();
  const stepOne = new GuardianPage(twin);
  await stepOne.expectReady();
  await stepOne.lastName.fill('Marlowe');
  await stepOne.yearOfBirth.selectOption(aGuardian(email).yearOfBirth);
  await stepOne.submit();
  const twinStep = new ChildrenPage(twin);
  await twinStep.edit('Maya').click();
  await twinStep.save(aChild('Maja'));
  await twinStep.addButton.click();
  await twinStep.save(LEO);
  await twinStep.continueButton.click();
  await expectAgreement(twin);

  await expect(page.getByRole('heading', { level: 4 })).toHaveText(['Maja', 'Leo']);
  await expect(page.getByRole('main')).toContainText('Marlowe');
  await expect(page.getByRole('status')).toHaveText(CHANGED);
  await agree(page);
  await expectBanner(page, CHANGED);
  expect((await database.family(email)).state).toBe('draft');
  await agree(page);
  await expectVerify(page);
  await expectVerify(twin);
  expect(await database.childNames(email)).toEqual(['Maja', 'Leo']);
});

test('the waiting tab learns that the registration was confirmed in another tab', async ({
  page,
  context,
  email,
}) => {
  await reachVerify(page, email);
  const reader = await context.newPage();
  await openConfirmForm(reader, confirmLink(await newestMailTo(email)));
  await fillConfirmForm(reader, email, '94608');
  await sendConfirmForm(reader);
  await expectCongratulations(reader);
  await expectNothingKept(reader);
  await expectCongratulations(page);
});
