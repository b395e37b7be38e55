import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectAgreement,
  expectCongratulations,
  expectVerify,
  fillConfirmForm,
  sendConfirmForm,
} from '../support/journey.js';
import { newestMailTo } from '../support/mailbox.js';
import { expectNoSidewaysScrolling } from '../support/layout.js';
import { aGuardian, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

test.use({ viewport: { width: 320, height: 640 } });

test('a family registers, from the landing page to "Congratulations!"', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  await page.goto('/');
  await expectPage(page, '/', 'Welcome to Kid Lab');
  await expectNoSidewaysScrolling(page);
  await page.getByRole('link', { name: 'Continue', exact: true }).click();

  const guardian = aGuardian(email);
  const stepOne = new GuardianPage(page);
  await stepOne.expectReady();
  await expect(page).toHaveTitle('Parent / Guardian Information – Step 1 of 3 – Kid Lab');
  await stepOne.fill(guardian);
  await expectNoSidewaysScrolling(page);
  await stepOne.submit();

  await expectPage(page, '/children-step', 'Child Information');
  await expect(page).toHaveTitle('Child Information – Step 2 of 3 – Kid Lab');
  const stepTwo = new ChildrenPage(page);
  await stepTwo.saveAll([MAYA, LEO]);
  await stepTwo.expectList('Maya', 'Leo');
  await expectNoSidewaysScrolling(page);
  await stepTwo.continueButton.click();

  await expectAgreement(page);
  await expect(page).toHaveTitle('Participation Agreement – Step 3 of 3 – Kid Lab');
  for (const entered of [email, guardian.phone, 'Maya', 'Leo']) {
    await expect(page.getByRole('main')).toContainText(entered);
  }
  await expectNoSidewaysScrolling(page);
  expect((await database.family(email)).state).toBe('draft');
  await agree(page);

  await expectVerify(page);
  await expect(page.getByRole('main')).toContainText(email);
  await expectNoSidewaysScrolling(page);

  const mail = await newestMailTo(email);
  expect(mail.subject).toBe('Please confirm your registration with Kid Lab');
  expect(await database.family(email)).toMatchObject({
    state: 'awaiting',
    okayToContact: 'Y',
    registeredDate: null,
  });

  // The mail is shown in a frame that blocks scripts, including Playwright's own.
  browserLog.announce(/^Blocked script execution in .*srcdoc/);
  // Like the reader: from the page of the mail, which opens links in a new tab.
  await page.goto(`/captured-mail/${mail.id}`);
  await expectNoSidewaysScrolling(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /confirm-registration/ }).click();
  const tab = await opened;
  await expectPage(tab, '/confirm-registration', 'Please confirm your registration');
  await fillConfirmForm(tab, email, guardian.zipCode);
  await expectNoSidewaysScrolling(tab);
  await sendConfirmForm(tab);
  await expectCongratulations(tab);
  await expectNoSidewaysScrolling(tab);

  const family = await database.family(email);
  expect(family).toMatchObject({
    state: 'registered',
    familyName: guardian.lastName,
    zipCode: '94608',
    city: 'Emeryville',
    referredBy: guardian.heardFrom,
    createdBy: 'Registration Site',
    modifiedBy: 'Registration Site',
  });
  expect(family.registeredDate).toBeInstanceOf(Date);
  expect(family.firstEmailSentDate).toBeInstanceOf(Date);
  expect(await database.guardians(email)).toEqual([
    {
      firstName: guardian.firstName,
      lastName: guardian.lastName,
      primaryPhone: guardian.phone,
      relationshipToChild: guardian.relationship,
      isPrimary: 'Y',
      registeredDate: family.registeredDate,
    },
  ]);
  expect(await database.children(email)).toEqual([
    expect.objectContaining({
      firstName: 'Maya',
      monthOfBirth: 3,
      additionalLanguage1: null,
      registeredDate: family.registeredDate,
    }),
    {
      firstName: 'Leo',
      gender: 'Male',
      monthOfBirth: 12,
      yearOfBirth: Number(LEO.year),
      whichHandId: "Don't know",
      languageSpokenAtHome: 'Spanish',
      additionalLanguage1: 'English',
      additionalLanguage2: 'Chinese (Mandarin)',
      createdBy: 'Registration Site',
      modifiedBy: 'Registration Site',
      registeredDate: family.registeredDate,
    },
  ]);
  expect(await database.queuedMails(email)).toBe(1);
});
