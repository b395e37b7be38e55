import { ADMIN_API_PATH, STAFF_CALLS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { DETAILS } from '../portal-family-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
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
  expect,
  expectFamilyPage,
  expectPortalPage,
  PORTAL,
  STAFF,
  staffTest as test,
} from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { alsoChangeText, linkSentText, RECORD_FORM_TEXTS } from '../support/portal-texts.js';

async function openEditor(page: Page, guid: string): Promise<void> {
  await page.goto(`${PORTAL}/edit-family?guid=${guid}`);
  await expectPortalPage(page, '/edit-family', 'Edit Family');
}

test('by keyboard alone: a family is edited after a refresh; leaving needs a confirmation; the form shows the saved data, not the navigation state', async ({
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
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.goBack();
  await expect(field(page, 'family.familyName')).toHaveValue('Roe');
  await keyboard.choose(field(page, 'family.okayToContactIndicator'), 'N');
  await page.keyboard.press('Control+Enter');
  await expectFamilyPage(page);
  expect(await readFamily(page.request, email)).toMatchObject({
    familyName: 'Roe',
    okayToContactIndicator: 'N',
  });
  await page.getByRole('link', { name: `${DETAILS.edit} Roe`, exact: true }).click();
  await expect(field(page, 'family.familyName')).toHaveValue('Roe');
  await page.reload();
  await expect(field(page, 'family.familyName')).toHaveValue('Roe');
});

test('a conflict keeps the entries until they are discarded', async ({
  staffPage: page,
  email,
  browserLog,
}) => {
  browserLog.announce(ANSWER(409));
  const { guid } = await aFamily(page.request, email);
  await openEditor(page, guid);
  await field(page, 'family.familyName').fill('Mine');

  const saved = await page.request.put(`${ADMIN_API_PATH}${STAFF_CALLS.updateByGuid}/${guid}`, {
    data: { familyName: 'Theirs' },
  });
  expect(saved.status()).toBe(200);

  await submitButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(RECORD_FORM_TEXTS.staleHeading);
  await expect(alert).toContainText(STAFF.email);
  await expect(field(page, 'family.familyName')).toHaveValue('Mine');
  await expectAccessible(page);
  // Another submit saves nothing.
  await submitButton(page).click();
  await expect(alert).toContainText(STAFF.email);
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
