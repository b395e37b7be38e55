import { ADMIN_API_PATH, STAFF_CALLS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { DETAILS } from '../portal-family-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { countRequests } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import {
  aFamily,
  field,
  openNewFamily,
  readFamily,
  submitButton,
} from '../support/staff-family.js';
import {
  aStaffAccount,
  expect,
  expectFamilyPage,
  expectPortalPage,
  PORTAL,
  signInByCall,
  staffTest as test,
} from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import {
  alsoChangeText,
  FAMILY_PAGE_TEXTS,
  linkSentText,
  RECORD_FORM_TEXTS,
} from '../support/portal-texts.js';

async function openEditor(page: Page, guid: string): Promise<void> {
  await page.goto(`${PORTAL}/edit-family?guid=${guid}`);
  await expectPortalPage(page, '/edit-family', 'Edit Family');
}

test('a family is edited from the navigation state', async ({ staffPage: page, email }) => {
  const family = await openNewFamily(page, email, { familyName: 'Doe' });
  await expect(page.getByText(FAMILY_PAGE_TEXTS.noMails)).toBeVisible();
  const reads = countRequests(page, (request) => request.url().includes(STAFF_CALLS.families));
  await page.getByRole('region', { name: 'Doe' }).getByRole('link', { name: DETAILS.edit }).click();
  await expectPortalPage(page, '/edit-family', 'Edit Family');
  await expect(field(page, 'family.familyName')).toBeFocused();
  await expect(field(page, 'family.familyName')).toHaveValue('Doe');
  await expect(field(page, 'family.referredBy')).toHaveValue('Employee');
  await expect(field(page, 'family.okayToContactIndicator')).toHaveValue('Y');
  expect(reads(), 'nothing is read again').toBe(0);
  await expect(field(page, 'family.okayToContactIndicator').locator('option')).toHaveText([
    'Y',
    'N',
  ]);

  await field(page, 'family.familyName').fill('Roe');
  await field(page, 'family.referredBy').selectOption('Other');
  await field(page, 'family.okayToContactIndicator').selectOption('N');
  await submitButton(page).click();
  await expectFamilyPage(page);
  await expect(page.getByRole('region', { name: 'Roe' })).toContainText('No');
  expect(await readFamily(page.request, email)).toMatchObject({
    familyName: 'Roe',
    referredBy: 'Other',
    okayToContactIndicator: 'N',
    zipCode: family.zipCode,
  });
});

test('by keyboard alone: a family is edited after a refresh', async ({
  staffPage: page,
  email,
}) => {
  await openNewFamily(page, email);
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(page.getByRole('link', { name: `${DETAILS.edit} Doe`, exact: true }));
  await keyboard.pressToLeave('Enter');
  await expectPortalPage(page, '/edit-family', 'Edit Family');
  await page.reload();
  await expect(field(page, 'family.familyName')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Roe');
  await keyboard.choose(field(page, 'family.okayToContactIndicator'), 'N');
  await page.keyboard.press('Control+Enter');
  await expectFamilyPage(page);
  expect((await readFamily(page.request, email)).familyName).toBe('Roe');
});

test('a conflict names the other user and keeps the entries until they are discarded', async ({
  staffPage: page,
  otherBrowser,
  email,
  browserLog,
}) => {
  browserLog.announce(ANSWER(409));
  const { guid } = await aFamily(page.request, email);
  await openEditor(page, guid);
  await field(page, 'family.familyName').fill('Mine');

  const other = await aStaffAccount(page.request);
  await signInByCall(otherBrowser.request, other);
  const saved = await otherBrowser.request.put(
    `${ADMIN_API_PATH}${STAFF_CALLS.updateByGuid}/${guid}`,
    { data: { familyName: 'Theirs' } },
  );
  expect(saved.status()).toBe(200);

  await submitButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(RECORD_FORM_TEXTS.staleHeading);
  await expect(alert).toContainText(other.email);
  await expect(field(page, 'family.familyName')).toHaveValue('Mine');
  await expectAccessible(page);
  // Another submit saves nothing.
  await submitButton(page).click();
  await expect(alert).toContainText(other.email);
  expect((await readFamily(page.request, email)).familyName).toBe('Theirs');

  await alert.getByRole('button', { name: RECORD_FORM_TEXTS.reload }).click();
  await expect(field(page, 'family.familyName')).toHaveValue('Theirs');
  await expect(alert).toHaveCount(0);
  await field(page, 'family.familyName').fill('Ours');
  await submitButton(page).click();
  await expectFamilyPage(page);
  expect((await readFamily(page.request, email)).familyName).toBe('Ours');
});

test('a corrected address is also changed for the guardian, and a new link is reported', async ({
  staffPage: page,
  otherBrowser,
  email,
}) => {
  await anAwaitingFamily(otherBrowser.request, email);
  const { guid, guardians } = await readFamily(page.request, email);
  await openEditor(page, guid);
  const [guardian] = guardians;
  const also = page.getByLabel(
    alsoChangeText(`${guardian?.firstName ?? ''} ${guardian?.lastName ?? ''}`),
  );
  await expect(also).toHaveCount(0);
  await field(page, 'family.email').fill(`new.${email}`);
  await expect(also).toBeChecked();
  await expectAccessible(page);
  await submitButton(page).click();
  await expectFamilyPage(page);
  await expectTexts(page, linkSentText(`new.${email}`));
  const saved = await readFamily(page.request, `new.${email}`);
  expect(saved.guardians.map((each) => each.email)).toEqual([`new.${email}`]);
});

test('leaving unsaved changes needs a confirmation; Back shows the saved data, not the navigation state', async ({
  staffPage: page,
  email,
}) => {
  await openNewFamily(page, email);
  await page.getByRole('link', { name: `${DETAILS.edit} Doe`, exact: true }).click();
  await field(page, 'family.familyName').fill('Roe');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.goBack();
  await expect(field(page, 'family.familyName')).toHaveValue('Roe');
  await submitButton(page).click();
  await expectFamilyPage(page);
  await page.getByRole('link', { name: `${DETAILS.edit} Roe`, exact: true }).click();
  await expect(field(page, 'family.familyName')).toHaveValue('Roe');
  await page.reload();
  await expect(field(page, 'family.familyName')).toHaveValue('Roe');
});
