import { DETAILS } from '../portal-family-specification.js';
import { Keyboard } from '../support/keyboard.js';
import { THIS_YEAR } from '../support/people.js';
import { cardOf, field, openNewFamily, readFamily } from '../support/staff-family.js';
import { expect, expectFamilyPage, expectPortalPage, staffTest as test } from '../support/staff.js';

test('by keyboard alone: a guardian and a child are added, a guardian and the family deleted', async ({
  staffPage: page,
  email,
}) => {
  await openNewFamily(page, email, { familyName: 'Doe' });
  const keyboard = new Keyboard(page);

  await keyboard.tabTo(page.getByRole('link', { name: DETAILS.addGuardian }));
  await keyboard.pressToLeave('Enter');
  await expectPortalPage(page, '/add-guardian', 'Add Guardian');
  await expect(field(page, 'guardian.firstName')).toBeFocused();
  await page.keyboard.type('Bea');
  await keyboard.type(field(page, 'guardian.lastName'), 'Roe');
  await keyboard.choose(field(page, 'guardian.relationshipToChild'), 'Uncle');
  await keyboard.type(field(page, 'guardian.email'), email);
  await keyboard.type(field(page, 'guardian.zipCode'), '94608');
  await keyboard.type(field(page, 'guardian.primaryPhone'), '5105550101');
  await keyboard.choose(field(page, 'guardian.isPrimaryIndicator'), 'N');
  await keyboard.type(field(page, 'guardian.notes'), 'Evenings');
  await keyboard.tabTo(page.getByRole('button', { name: 'Submit' }));
  await keyboard.pressToLeave('Enter');
  await expectFamilyPage(page);
  await expect(cardOf(page, 'Bea Roe')).toContainText('Evenings');

  await keyboard.tabTo(page.getByRole('link', { name: DETAILS.addChild }));
  await keyboard.pressToLeave('Enter');
  await expectPortalPage(page, '/add-child', 'Add Child');
  await expect(field(page, 'child.firstName')).toBeFocused();
  await page.keyboard.type('Leo');
  await keyboard.choose(field(page, 'child.gender'), 'Male');
  await keyboard.choose(field(page, 'child.monthOfBirth'), 'May');
  await keyboard.choose(field(page, 'child.yearOfBirth'), String(THIS_YEAR - 1));
  await page.keyboard.press('Control+Enter');
  await expectFamilyPage(page);
  expect((await readFamily(page.request, email)).children).toHaveLength(2);

  const dialog = page.getByRole('alertdialog');
  await keyboard.tabTo(cardOf(page, 'Bea Roe').getByRole('button', { name: DETAILS.delete }));
  await keyboard.press('Enter');
  await expect(dialog).toContainText('Bea Roe');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.tabTo(dialog.getByRole('button', { name: DETAILS.delete }));
  await keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page, 'Bea Roe')).toHaveCount(0);

  await keyboard.tabTo(
    page.getByRole('region', { name: 'Doe' }).getByRole('button', { name: DETAILS.delete }),
  );
  await keyboard.press('Enter');
  await keyboard.tabTo(dialog.getByRole('button', { name: DETAILS.delete }));
  await keyboard.pressToLeave('Enter');
  await expectPortalPage(page, '/add-family', 'Add Family');
});
