import type { Page } from '@playwright/test';

import { ADD_FAMILY, DETAILS, LIMITS } from '../portal-family-specification.js';
import { Keyboard } from '../support/keyboard.js';
import { FIVE, THIS_YEAR } from '../support/people.js';
import {
  aStaffChild,
  cardOf,
  factsOf,
  field,
  openNewFamily,
  readFamily,
  submitButton,
} from '../support/staff-family.js';
import { expect, expectFamilyPage, expectPortalPage, staffTest as test } from '../support/staff.js';

async function fill(page: Page): Promise<void> {
  await field(page, 'child.firstName').fill('Leo');
  await field(page, 'child.gender').selectOption('Decline to state');
  await field(page, 'child.monthOfBirth').selectOption({ label: 'January' });
  await field(page, 'child.yearOfBirth').selectOption(String(THIS_YEAR - 10));
}

test('a child is added with the defaults; a sixth can’t be added', async ({
  staffPage: page,
  email,
}) => {
  const family = await openNewFamily(page, email, {
    familyName: 'Doe',
    children: FIVE.slice(1).map(({ firstName }) => aStaffChild(firstName)),
  });
  await page.getByRole('link', { name: DETAILS.addChild }).click();
  await expectPortalPage(page, '/add-child', 'Add Child');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    guid: family.guid,
    familyEmail: email,
    familyName: 'Doe',
  });
  await expect(field(page, 'child.firstName')).toBeFocused();
  await expect(field(page, 'child.whichHandId')).toHaveValue(
    ADD_FAMILY.defaults['child.whichHandId'],
  );
  await expect(field(page, 'child.yearOfBirth').locator('option')).toHaveCount(LIMITS.years + 1);

  await fill(page);
  await field(page, 'child.additionalLanguage1').selectOption('Telugo');
  await submitButton(page).click();
  await expectFamilyPage(page);
  await expect(page.getByRole('link', { name: DETAILS.addChild })).toHaveCount(0);
  const children = page.getByRole('region', { name: 'Children' }).getByRole('article');
  await expect(children).toHaveCount(DETAILS.mostChildren);
  await expect
    .poll(() => factsOf(children.last()))
    .toEqual([
      ['Date of Birth', `January / ${String(THIS_YEAR - 10)}`],
      ['Age', '10 years'],
      ['Gender', 'Decline to state'],
      ['Which Hand', 'Right-handed'],
      ['Home Language', 'English'],
      ['Additional Language 1', 'Telugo'],
      ['Additional Language 2', 'N/A'],
    ]);
});

test('by keyboard alone: a child is edited, starting from the stored values', async ({
  staffPage: page,
  email,
}) => {
  await openNewFamily(page, email, {
    children: [aStaffChild('Maya', { additionalLanguage2: 'ASL' })],
  });
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(cardOf(page, 'Maya').getByRole('link', { name: DETAILS.edit }));
  await keyboard.pressToLeave('Enter');
  await expectPortalPage(page, '/edit-child', 'Edit Child');
  const values = {
    firstName: 'Maya',
    gender: 'Female',
    monthOfBirth: '03',
    yearOfBirth: String(THIS_YEAR - 4),
    whichHandId: 'Left-handed',
    languageSpokenAtHome: 'Spanish',
    additionalLanguage1: '',
    additionalLanguage2: 'ASL',
  };
  for (const [name, value] of Object.entries(values)) {
    await expect(field(page, `child.${name}`)).toHaveValue(value);
  }
  await keyboard.choose(field(page, 'child.whichHandId'), 'Ambidextrous');
  await page.keyboard.press('Control+Enter');
  await expectFamilyPage(page);
  const [child] = (await readFamily(page.request, email)).children;
  expect(child).toMatchObject({
    ...values,
    additionalLanguage1: null,
    whichHandId: 'Ambidextrous',
  });
});
