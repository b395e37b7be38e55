import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import { agree, expectAgreement, expectVerify, walkToAgreement } from '../support/journey.js';
import { aGuardian, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

/** Refresh, Back and Forward. Where a typed address leads: `steps.test.ts`. */

test('a refresh keeps the input of each step, except the year of birth', async ({
  page,
  email,
  database,
}) => {
  const guardian = aGuardian(email);
  const stepOne = new GuardianPage(page);
  await stepOne.open();
  await stepOne.fill(guardian);
  await page.reload();
  await stepOne.expectReady();
  await expect(stepOne.firstName).toHaveValue(guardian.firstName);
  await expect(stepOne.lastName).toHaveValue(guardian.lastName);
  await expect(stepOne.email).toHaveValue(email);
  await expect(stepOne.zipCode).toHaveValue(guardian.zipCode);
  await expect(stepOne.phone).toHaveValue(guardian.phone);
  await expect(stepOne.relationship).toHaveValue(guardian.relationship);
  await expect(stepOne.heardFrom).toHaveValue(guardian.heardFrom);
  await expect(stepOne.yearOfBirth).toHaveValue('');
  const kept = await page.evaluate(() =>
    [sessionStorage, localStorage].map((storage) => JSON.stringify(storage)).join(),
  );
  expect(kept).toContain(email);
  expect(kept).not.toContain(guardian.yearOfBirth);
  await stepOne.yearOfBirth.selectOption(guardian.yearOfBirth);
  await stepOne.submit();

  await expectPage(page, '/children-step', 'Child Information');
  const stepTwo = new ChildrenPage(page);
  await stepTwo.fill(LEO);
  await page.reload();
  await expect(stepTwo.firstName).toHaveValue('Leo');
  await expect(stepTwo.month).toHaveValue('12');
  await expect(stepTwo.language2).toHaveValue('Chinese (Mandarin)');
  await stepTwo.saveButton.click();
  await stepTwo.expectList('Leo');
  await page.reload();
  await stepTwo.expectList('Leo');
  await stepTwo.edit('Leo').click();
  await stepTwo.firstName.fill('Leon');
  await page.reload();
  await expect(stepTwo.firstName).toHaveValue('Leon');
  await stepTwo.saveButton.click();
  await stepTwo.expectList('Leon');
  await stepTwo.continueButton.click();

  await expectAgreement(page);
  await page.reload();
  await expectAgreement(page);
  await expect(page.getByRole('main')).toContainText('Leon');
  await agree(page);

  await expectVerify(page);
  await page.reload();
  await expectVerify(page);
  await expect(page.getByRole('main')).toContainText(email);
  await expect(page.getByRole('button', { name: 'Send it again' })).toBeVisible();
  expect(await database.queuedMails(email)).toBe(1);
});

test('Back and Forward move through the steps, until the agreement is accepted', async ({
  page,
  email,
  database,
}) => {
  await walkToAgreement(page, email, [MAYA]);
  const { guid } = await database.family(email);
  const [stepOne, stepTwo] = [new GuardianPage(page), new ChildrenPage(page)];
  await page.goBack();
  await stepTwo.expectList('Maya');
  await page.goBack();
  await stepOne.expectReady();
  await page.goForward();
  await stepTwo.expectList('Maya');
  await page.goForward();
  await expectAgreement(page);

  // Step 1 is shown as it was sent. Sent again, it keeps the same family.
  await page.goBack();
  await page.goBack();
  await stepOne.expectReady();
  await expect(stepOne.email).toHaveValue(email);
  await stepOne.lastName.fill('Marlowe');
  await stepOne.yearOfBirth.selectOption(aGuardian(email).yearOfBirth);
  await stepOne.submit();
  await stepTwo.expectList('Maya');
  expect(await database.family(email)).toMatchObject({ guid, familyName: 'Marlowe' });
  expect(await database.guardians(email)).toEqual([
    expect.objectContaining({ lastName: 'Marlowe', isPrimary: 'Y' }),
  ]);

  await stepTwo.continueButton.click();
  await expectAgreement(page);
  await agree(page);
  await expectVerify(page);
  await page.goBack();
  await expectVerify(page);
  expect(await database.queuedMails(email)).toBe(1);
});
