import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectAgreement,
  expectVerify,
  reachAgreement,
  reachChildren,
  reachList,
  walkToAgreement,
  walkToList,
} from '../support/journey.js';
import { aGuardian, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

/** Back, refresh and addresses typed by hand. */

test('a refresh keeps the input of step 1, except the year of birth', async ({ page, email }) => {
  const guardian = aGuardian(email);
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(guardian);
  await page.reload();
  await step.expectReady();
  await expect(step.firstName).toHaveValue(guardian.firstName);
  await expect(step.lastName).toHaveValue(guardian.lastName);
  await expect(step.email).toHaveValue(email);
  await expect(step.zipCode).toHaveValue(guardian.zipCode);
  await expect(step.phone).toHaveValue(guardian.phone);
  await expect(step.relationship).toHaveValue(guardian.relationship);
  await expect(step.heardFrom).toHaveValue(guardian.heardFrom);
  await expect(step.yearOfBirth).toHaveValue('');
  const kept = await page.evaluate(() =>
    [sessionStorage, localStorage].map((storage) => JSON.stringify(storage)).join(),
  );
  expect(kept).toContain(email);
  expect(kept).not.toContain(guardian.yearOfBirth);
});

test('a refresh in step 2 restores the open form and the list', async ({ page, email }) => {
  const step = await reachChildren(page, email);
  await step.fill(LEO);
  await page.reload();
  await expect(step.firstName).toHaveValue('Leo');
  await expect(step.month).toHaveValue('12');
  await expect(step.language2).toHaveValue('Chinese (Mandarin)');
  await step.saveButton.click();
  await step.expectList('Leo');

  await page.reload();
  await step.expectList('Leo');
  await step.edit('Leo').click();
  await step.firstName.fill('Leon');
  await page.reload();
  await expect(step.firstName).toHaveValue('Leon');
  await step.saveButton.click();
  await step.expectList('Leon');
});

test('a refresh in step 3 and after it changes nothing', async ({ page, email, database }) => {
  await reachAgreement(page, email, [MAYA, LEO]);
  await page.reload();
  await expectAgreement(page);
  await expect(page.getByRole('main')).toContainText('Leo');
  await agree(page);
  await expectVerify(page);
  await page.reload();
  await expectVerify(page);
  await expect(page.getByRole('main')).toContainText(email);
  await expect(page.getByRole('button', { name: 'Send it again' })).toBeVisible();
  expect(await database.queuedMails(email)).toBe(1);
});

test('back from step 2 shows step 1 as it was sent; sending it again keeps the same family', async ({
  page,
  email,
  database,
}) => {
  await walkToList(page, email, [MAYA]);
  const { guid } = await database.family(email);
  await page.goBack();
  const stepOne = new GuardianPage(page);
  await stepOne.expectReady();
  await expect(stepOne.email).toHaveValue(email);
  await stepOne.lastName.fill('Marlowe');
  await stepOne.yearOfBirth.selectOption(aGuardian(email).yearOfBirth);
  await stepOne.submit();

  await new ChildrenPage(page).expectList('Maya');
  expect(await database.family(email)).toMatchObject({ guid, familyName: 'Marlowe' });
  expect(await database.guardians(email)).toEqual([
    expect.objectContaining({ lastName: 'Marlowe', isPrimary: 'Y' }),
  ]);
});

test('another address in step 1 moves the draft, and its children with it', async ({
  page,
  email,
  database,
}) => {
  await reachAgreement(page, email, [MAYA]);
  const { guid } = await database.family(email);
  await page.getByRole('link', { name: 'Change your information' }).click();
  const stepOne = new GuardianPage(page);
  await stepOne.expectReady();
  await stepOne.email.fill(`new.${email}`);
  await stepOne.yearOfBirth.selectOption(aGuardian(email).yearOfBirth);
  await stepOne.submit();
  const stepTwo = new ChildrenPage(page);
  await stepTwo.expectList('Maya');
  await stepTwo.continueButton.click();
  await expectAgreement(page);
  expect(await database.families(email)).toEqual([]);
  expect((await database.family(`new.${email}`)).guid).toBe(guid);
  expect(await database.childNames(`new.${email}`)).toEqual(['Maya']);
});

test('Back and Forward move through the steps', async ({ page, email }) => {
  await walkToAgreement(page, email, [MAYA]);
  await page.goBack();
  await new ChildrenPage(page).expectList('Maya');
  await page.goBack();
  await new GuardianPage(page).expectReady();
  await page.goForward();
  await new ChildrenPage(page).expectList('Maya');
  await page.goForward();
  await expectAgreement(page);
});

test('Back after the agreement does not lead to a step', async ({ page, email, database }) => {
  await walkToAgreement(page, email);
  await agree(page);
  await expectVerify(page);
  await page.goBack();
  await expectVerify(page);
  for (const path of ['/children-step', '/registration-agreement']) {
    await page.goto(`/kidlab-reg${path}`);
    await expectVerify(page);
  }
  expect(await database.queuedMails(email)).toBe(1);
});

test('a step can’t be opened before the previous ones are done', async ({ page, email }) => {
  const stepOne = new GuardianPage(page);
  for (const path of ['/children-step', '/registration-agreement']) {
    await page.goto(`/kidlab-reg${path}`);
    await stepOne.expectReady();
  }
  await reachList(page, email, [MAYA]);
  // Maya is on the list but not sent yet.
  for (const path of ['/registration-agreement', '/verify-registration']) {
    await page.goto(`/kidlab-reg${path}`);
    await expectPage(page, '/children-step', 'Child Information');
    await new ChildrenPage(page).expectList('Maya');
  }
});
