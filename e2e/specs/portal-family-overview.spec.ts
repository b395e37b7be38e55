import { DETAILS } from '../portal-family-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { openNewFamily } from '../support/staff-family.js';
import { expect, expectFamilyPage, expectPortalPage, staffTest as test } from '../support/staff.js';
import { expectTexts } from '../support/texts.js';

test('the overview shows what it was handed over; its Edit and Delete do nothing', async ({
  staffPage: page,
  email,
}) => {
  await openNewFamily(page, email, { familyName: 'Doe' });
  await page.getByRole('link', { name: 'Family Overview' }).click();
  await expectPortalPage(page, '/family-overview', 'Family Overview');
  await expectTexts(page, 'Doe', 'Jane Doe', 'Maya', DETAILS.edit, DETAILS.delete);
  await expectAccessible(page);
  for (const label of [DETAILS.edit, DETAILS.delete]) {
    const link = page.getByRole('link', { name: label, exact: true });
    await expect(link).toBeDisabled();
    await link.click({ force: true });
  }
  await expectPortalPage(page, '/family-overview', 'Family Overview');
  await page.reload();
  await expectTexts(page, 'Jane Doe');
  await page.getByRole('link', { name: 'Family Details' }).click();
  await expectFamilyPage(page);
});
