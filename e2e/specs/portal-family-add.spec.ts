import { ADMIN_API_PATH, LOGOUT_PATH, MESSAGES, STAFF_CALLS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { loseAnswer } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { THIS_YEAR } from '../support/people.js';
import { aFamily, field, readFamily, submitButton } from '../support/staff-family.js';
import {
  expect,
  expectFamilyPage,
  expectPortalPage,
  PORTAL,
  signInByCall,
  sessionTest,
  staffTest as test,
} from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { RECORD_FORM_TEXTS } from '../support/portal-texts.js';

const CALL = `**${ADMIN_API_PATH}${STAFF_CALLS.families}`;

async function open(page: Page): Promise<void> {
  await page.goto(`${PORTAL}/add-family`);
  await expectPortalPage(page, '/add-family', 'Add Family');
}

async function fill(page: Page, email: string): Promise<void> {
  await field(page, 'family.familyName').fill('O’Brien-Smith');
  await field(page, 'family.referredBy').selectOption('Kindercare');
  await field(page, 'guardian.firstName').fill('Renée');
  await field(page, 'guardian.lastName').fill("O'Brien-Smith");
  await field(page, 'guardian.email').fill(email);
  await field(page, 'guardian.zipCode').fill('94608');
  await field(page, 'guardian.primaryPhone').fill('5105550100');
  await field(page, 'child.firstName').fill('Maya');
  await field(page, 'child.gender').selectOption('Female');
  await field(page, 'child.monthOfBirth').selectOption({ label: 'March' });
  await field(page, 'child.yearOfBirth').selectOption(String(THIS_YEAR - 4));
}

test('by keyboard alone: the first field has the focus, Ctrl+Enter saves', async ({
  staffPage: page,
  email,
}) => {
  await open(page);
  const keyboard = new Keyboard(page);
  await expect(field(page, 'family.familyName')).toBeFocused();
  await page.keyboard.type('Doe');
  await keyboard.choose(field(page, 'family.referredBy'), 'Flyer');
  await keyboard.type(field(page, 'guardian.firstName'), 'Jane');
  await keyboard.type(field(page, 'guardian.lastName'), 'Doe');
  await keyboard.choose(field(page, 'guardian.relationshipToChild'), 'Nanny');
  await keyboard.type(field(page, 'guardian.email'), email);
  await keyboard.type(field(page, 'guardian.zipCode'), '94608');
  await keyboard.type(field(page, 'guardian.primaryPhone'), '5105550100');
  await keyboard.type(field(page, 'child.firstName'), 'Leo');
  await keyboard.choose(field(page, 'child.gender'), 'Male');
  await keyboard.choose(field(page, 'child.monthOfBirth'), 'June');
  await keyboard.choose(field(page, 'child.yearOfBirth'), String(THIS_YEAR - 2));
  await page.keyboard.press('Control+Enter');
  await expectFamilyPage(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const family = await readFamily(page.request, email);
  expect(new URL(page.url()).search).toBe(`?guid=${family.guid}`);
  expect(family).toMatchObject({
    familyName: 'Doe',
    referredBy: 'Flyer',
    okayToContactIndicator: 'Y',
    zipCode: '94608',
    registeredIndicator: 'Y',
    disabledIndicator: 'N',
  });
  expect(family.guardians).toMatchObject([
    {
      firstName: 'Jane',
      lastName: 'Doe',
      email,
      zipCode: '94608',
      primaryPhone: '(510) 555-0100',
      relationshipToChild: 'Nanny',
      isPrimaryIndicator: 'Y',
    },
  ]);
  expect(family.children).toMatchObject([
    {
      firstName: 'Leo',
      gender: 'Male',
      monthOfBirth: '06',
      yearOfBirth: String(THIS_YEAR - 2),
      whichHandId: 'Right-handed',
      languageSpokenAtHome: 'English',
      additionalLanguage1: null,
    },
  ]);
});

test('a taken address links to its family, until another one is entered', async ({
  staffPage: page,
  email,
  browserLog,
}) => {
  browserLog.announce(ANSWER(409));
  const { guid } = await aFamily(page.request, email);
  await open(page);
  await fill(page, email);
  await submitButton(page).click();
  const link = page.getByRole('link', { name: RECORD_FORM_TEXTS.openOther });
  await expect(link).toHaveAttribute('href', new RegExp(`guid=${guid}$`));

  await field(page, 'guardian.email').fill(`other.${email}`);
  await field(page, 'guardian.zipCode').fill('9460');
  await submitButton(page).click();
  await expectTexts(page, 'ZIP code should be 5 digits.');
  await expect(link).toHaveCount(0);
});

sessionTest(
  'a lost connection and an expired session keep the input, and nothing is saved twice',
  async ({ staffPage: page, email, browserLog }) => {
    browserLog.announce(NO_ANSWER, ANSWER(401));
    await loseAnswer(page, CALL, 'POST');
    await open(page);
    await fill(page, email);
    await submitButton(page).click();
    await expectTexts(page, MESSAGES.connectionLost, RECORD_FORM_TEXTS.unknownOutcome);
    await expect(field(page, 'guardian.firstName')).toHaveValue('Renée');
    await expect(field(page, 'child.gender')).toHaveValue('Female');
    await expectAccessible(page);

    await page.request.post(LOGOUT_PATH);
    await submitButton(page).click();
    await expect(page.getByRole('link', { name: RECORD_FORM_TEXTS.logIn })).toBeVisible();
    await expect(field(page, 'guardian.firstName')).toHaveValue('Renée');
    await expectAccessible(page);

    await signInByCall(page.request);
    await submitButton(page).click();
    await expectFamilyPage(page);
    await expectTexts(page, RECORD_FORM_TEXTS.saved);
    const family = await readFamily(page.request, email);
    expect([family.guardians.length, family.children.length]).toEqual([1, 1]);
  },
);
