import { ADMIN_API_PATH } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { USERS } from '../portal-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { doubleTextSize } from '../support/layout.js';
import { Keyboard } from '../support/keyboard.js';
import { newestMailTo } from '../support/mailbox.js';
import { expect, expectPortalPage, PORTAL, STAFF, staffTest as test } from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { OPERATIONS_TEXTS } from '../support/portal-texts.js';

const field = (page: Page) => page.getByLabel('Email Address');
const row = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email });

async function open(page: Page): Promise<void> {
  await page.goto(`${PORTAL}/users`);
  await expectPortalPage(page, '/users', USERS.heading);
  await expect(row(page, STAFF.email)).toBeVisible();
}

async function add(page: Page, email: string): Promise<void> {
  await field(page).fill(email);
  await page.getByRole('button', { name: 'Add User' }).click();
}

test('a user is added, mailed, disabled, enabled and deleted', async ({ staffPage, email }) => {
  await open(staffPage);
  await expectTexts(staffPage, USERS.heading, USERS.list, USERS.enabled);

  await add(staffPage, `  ${email.toUpperCase()} `);
  await expect(row(staffPage, email)).toContainText(`${email} ${USERS.enabled}`);
  await expect(row(staffPage, email)).toContainText(USERS.delete);
  await expect(field(staffPage)).toHaveValue('');
  const first = await newestMailTo(email);
  expect(first.links.join()).toContain('/set-password');

  // Until a password is set, the link can be sent again.
  await row(staffPage, email).getByRole('button', { name: OPERATIONS_TEXTS.sendLinkAgain }).click();
  await expectTexts(staffPage, OPERATIONS_TEXTS.linkSent);
  const second = await newestMailTo(email, 2);
  expect(second.links.join()).toContain('/set-password');

  const dialog = staffPage.getByRole('alertdialog');
  await row(staffPage, email).getByRole('button', { name: 'Disable' }).click();
  await expect(dialog).toContainText(OPERATIONS_TEXTS.disableUserHeading);
  await expect(dialog).toContainText(email);
  await expectAccessible(staffPage);
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(row(staffPage, email)).toContainText(USERS.disabled);
  await row(staffPage, email).getByRole('button', { name: 'Enable' }).click();
  await expect(row(staffPage, email)).toContainText(USERS.enabled);

  await row(staffPage, email).getByRole('button', { name: USERS.delete }).click();
  await expect(dialog).toContainText(OPERATIONS_TEXTS.deleteUserHeading);
  await expect(dialog).toContainText(email);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(staffPage, email)).toBeVisible();
  await row(staffPage, email).getByRole('button', { name: USERS.delete }).click();
  await dialog.getByRole('button', { name: USERS.delete }).click();
  await expect(row(staffPage, email)).toHaveCount(0);
});

test('an address of 100 characters is refused, not cut', async ({ staffPage }) => {
  const tooLong = `${'a'.repeat(88)}@example.org`;
  await open(staffPage);
  await field(staffPage).focus();
  await staffPage.keyboard.insertText(tooLong);
  await staffPage.keyboard.press('Enter');
  await expectTexts(staffPage, USERS.invalid);
  await expect(field(staffPage)).toHaveValue(tooLong);
});

test('by keyboard alone: a user is added and deleted', async ({ staffPage, email }) => {
  await open(staffPage);
  const keyboard = new Keyboard(staffPage);
  await keyboard.tabTo(field(staffPage));
  await staffPage.keyboard.type(email);
  await keyboard.press('Enter');
  await expect(row(staffPage, email)).toBeVisible();

  await keyboard.tabTo(row(staffPage, email).getByRole('button', { name: USERS.delete }));
  await keyboard.press('Enter');
  const dialog = staffPage.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await keyboard.tabTo(dialog.getByRole('button', { name: USERS.delete }));
  await staffPage.keyboard.press('Enter');
  await expect(row(staffPage, email)).toHaveCount(0);
  await expect(staffPage.getByRole('heading', { name: USERS.list })).toBeFocused();
});

test('a dialog at 320 px with double text size shows its heading and its buttons', async ({
  staffPage,
  email,
}) => {
  await staffPage.setViewportSize({ width: 320, height: 568 });
  // Added by an API call, because a notification would cover the button.
  await staffPage.request.post(`${ADMIN_API_PATH}/users`, { data: { email } });
  await open(staffPage);
  const remove = row(staffPage, email).getByRole('button', { name: USERS.delete });
  await remove.waitFor();
  await doubleTextSize(staffPage);
  await remove.click();

  const dialog = staffPage.getByRole('alertdialog');
  await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 });
  const [cancel, confirm] = [
    dialog.getByRole('button', { name: 'Cancel' }),
    dialog.getByRole('button', { name: USERS.delete }),
  ];
  await expect(cancel).toBeFocused();
  await expect(cancel).toBeInViewport({ ratio: 1 });
  await expect(confirm).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText(email)).not.toBeInViewport();
  await dialog.getByText(email).scrollIntoViewIfNeeded();
  await expect(dialog.getByText(email)).toBeInViewport();
  await expect(confirm).toBeInViewport({ ratio: 1 });
});
