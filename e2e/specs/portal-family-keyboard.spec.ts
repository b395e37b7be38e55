import { DETAILS } from '../portal-family-specification.js';
import { Keyboard } from '../support/keyboard.js';
import { aStaffChild, cardOf, field, openNewFamily, readFamily } from '../support/staff-family.js';
import { expect, expectFamilyPage, expectPortalPage, staffTest as test } from '../support/staff.js';
import { expectTexts } from '../support/texts.js';

test('by keyboard alone: a guardian is added, a child and the family are deleted', async ({
  staffPage: page,
  email,
}) => {
  await openNewFamily(page, email, {
    familyName: 'Doe',
    children: [aStaffChild('Maya'), aStaffChild('Leo')],
  });
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

  const dialog = page.getByRole('alertdialog');
  const erase = cardOf(page, 'Maya').getByRole('button', { name: DETAILS.delete });
  await keyboard.tabTo(erase);
  await keyboard.press('Enter');
  await expectTexts(page, 'Delete Child', DETAILS.deleteQuestion);
  await expect(dialog).toContainText('Maya');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(erase).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.tabTo(dialog.getByRole('button', { name: DETAILS.delete }));
  await keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page, 'Maya')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Children' })).toBeFocused();
  expect((await readFamily(page.request, email)).children).toHaveLength(1);

  await keyboard.tabTo(
    page.getByRole('region', { name: 'Doe' }).getByRole('button', { name: DETAILS.delete }),
  );
  await keyboard.press('Enter');
  await keyboard.tabTo(dialog.getByRole('button', { name: DETAILS.delete }));
  await keyboard.pressToLeave('Enter');
  await expectPortalPage(page, '/add-family', 'Add Family');
});
