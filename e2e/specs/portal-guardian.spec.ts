import type { Page } from '@playwright/test';

import { DETAILS, IS_PRIMARY, RELATIONSHIPS } from '../portal-family-specification.js';
import { Keyboard } from '../support/keyboard.js';
import {
  aStaffGuardian,
  cardOf,
  factsOf,
  field,
  openNewFamily,
  readFamily,
  submitButton,
} from '../support/staff-family.js';
import { expect, expectFamilyPage, expectPortalPage, staffTest as test } from '../support/staff.js';
import { RECORD_FORM_TEXTS } from '../support/portal-texts.js';

async function fill(page: Page, email: string): Promise<void> {
  await field(page, 'guardian.firstName').fill('Bea');
  await field(page, 'guardian.lastName').fill('O’Brien');
  await field(page, 'guardian.relationshipToChild').selectOption('Father');
  await field(page, 'guardian.email').fill(email);
  await field(page, 'guardian.zipCode').fill('94608');
  await field(page, 'guardian.primaryPhone').fill('5105550101');
}

test('a second guardian is added; a third can’t be added', async ({ staffPage: page, email }) => {
  const family = await openNewFamily(page, email, { familyName: 'Doe' });
  await page.getByRole('link', { name: DETAILS.addGuardian }).click();
  await expectPortalPage(page, '/add-guardian', 'Add Guardian');
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({
    guid: family.guid,
    familyEmail: email,
    familyId: String(family.id),
    familyName: 'Doe',
  });
  await expect(field(page, 'guardian.firstName')).toBeFocused();
  await expect(field(page, 'guardian.relationshipToChild')).toHaveValue('Mother');
  await expect(field(page, 'guardian.isPrimaryIndicator').locator('option')).toHaveText([
    ...IS_PRIMARY,
  ]);
  await expect(field(page, 'guardian.relationshipToChild').locator('option')).toHaveText([
    /.*/,
    ...RELATIONSHIPS,
  ]);

  await fill(page, email);
  await field(page, 'guardian.isPrimaryIndicator').selectOption('Y');
  await field(page, 'guardian.notes').fill('First line\nSecond line');
  await submitButton(page).click();
  await expectFamilyPage(page);
  const card = cardOf(page, 'Bea O’Brien');
  await expect
    .poll(() => factsOf(card))
    .toEqual([
      ['Relationship', 'Father'],
      ['City', 'Emeryville'],
      ['ZIP Code', '94608'],
      ['Phone', '(510) 555-0101'],
      ['Email Address', email],
      ['Is Primary', 'Yes'],
      ['Notes', 'First line\nSecond line'],
    ]);
  // The primary guardian comes first. The other one is no longer primary.
  await expect(page.getByRole('article').first()).toContainText('Bea');
  await expect(page.getByRole('link', { name: DETAILS.addGuardian })).toHaveCount(0);

  // Making a guardian not primary makes the other one primary, as the form says.
  await card.getByRole('link', { name: DETAILS.edit }).click();
  const isPrimary = field(page, 'guardian.isPrimaryIndicator');
  await expect(field(page, 'guardian.isPrimaryIndicator')).toHaveAccessibleDescription(
    RECORD_FORM_TEXTS.primaryHint,
  );
  await isPrimary.selectOption('N');
  await submitButton(page).click();
  await expectFamilyPage(page);
  await expect(page.getByRole('article').first()).toContainText('Jane');
});

test('by keyboard alone: a guardian is edited, starting from the stored values', async ({
  staffPage: page,
  email,
}) => {
  await openNewFamily(page, email, {
    guardians: [{ ...aStaffGuardian('Ann', email), notes: 'Mornings' }],
  });
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(cardOf(page, 'Ann O’Brien').getByRole('link', { name: DETAILS.edit }));
  await keyboard.pressToLeave('Enter');
  await expectPortalPage(page, '/edit-guardian', 'Edit Guardian');
  const values = {
    firstName: 'Ann',
    lastName: 'O’Brien',
    email,
    zipCode: '94608',
    primaryPhone: '(510) 555-0100',
    relationshipToChild: 'Aunt',
    isPrimaryIndicator: 'Y',
    notes: 'Mornings',
  };
  for (const [name, value] of Object.entries(values)) {
    await expect(field(page, `guardian.${name}`)).toHaveValue(value);
  }
  // The only guardian is primary, so there is no choice.
  await expect(field(page, 'guardian.isPrimaryIndicator')).toBeDisabled();
  await expect(field(page, 'guardian.isPrimaryIndicator')).toHaveAccessibleDescription(
    RECORD_FORM_TEXTS.onlyIsPrimary,
  );
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Anna');
  await keyboard.tabTo(field(page, 'guardian.notes'));
  await keyboard.press('Control+End');
  await page.keyboard.type(' only');
  await page.keyboard.press('Control+Enter');
  await expectFamilyPage(page);
  const [guardian] = (await readFamily(page.request, email)).guardians;
  expect(guardian).toMatchObject({ ...values, firstName: 'Anna', notes: 'Mornings only' });
});
