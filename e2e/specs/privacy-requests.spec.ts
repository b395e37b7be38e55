import { readFile } from 'node:fs/promises';

import { ADMIN_API_PATH } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { Keyboard } from '../support/keyboard.js';
import { aFamily, aStaffGuardian, readFamily } from '../support/staff-family.js';
import { expect, expectPortalPage, PORTAL, staffTest as test } from '../support/staff.js';

const ERASE = 'Erase';

const searchField = (page: Page) => page.getByRole('textbox', { name: 'Email Address' });
const receipt = (page: Page) => page.getByRole('group', { name: /^Erasure receipt E-/ });

async function open(page: Page): Promise<void> {
  await page.goto(`${PORTAL}/privacy`);
  await expectPortalPage(page, '/privacy', 'Privacy');
  await expect(page.getByRole('heading', { name: 'Next scheduled erasure' })).toBeVisible();
  const erasure = page.getByRole('group', { name: 'Next scheduled erasure' });
  // All of its rows are visible.
  await expect.poll(() => erasure.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
}

async function search(page: Page, email: string): Promise<void> {
  await searchField(page).fill(email);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText(`Data about ${email}`)).toBeVisible();
}

test('an address is searched, downloaded and erased with a receipt, and can’t register again', async ({
  staffPage: page,
  email,
}) => {
  await aFamily(page.request, email, { familyName: 'Privacy' });
  await open(page);
  await searchField(page).fill('nobody');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveAttribute('aria-invalid', 'true');
  await search(page, email);
  const family = page.getByRole('main').getByRole('link', { name: 'Privacy', exact: true });
  await expect(family).toBeVisible();
  await expectAccessible(page);

  for (const [button, text] of [
    ['Download as JSON', `"email": "${email}"`],
    ['Download as HTML', `<!doctype html>`],
  ] as const) {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const file = await readFile(await (await waiting).path(), 'utf8');
    expect(file).toContain(text);
    expect(file).toContain('Privacy');
  }

  await page.getByRole('button', { name: ERASE, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: ERASE }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please type the email address again');
  await expectAccessible(page);
  await dialog.getByRole('textbox').fill(email.toUpperCase());
  await dialog.getByRole('button', { name: ERASE }).click();

  await expect(receipt(page)).toBeVisible();
  await expect(receipt(page)).not.toContainText(email);
  await expectAccessible(page);
  await search(page, email);
  await expect(page.getByText('This address was erased and gets no email.')).toBeVisible();

  const refused = await page.request.post(`${ADMIN_API_PATH}/users`, { data: { email } });
  expect(refused.status()).toBe(409);
  await page.getByRole('button', { name: 'Allow email again' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Allow email again' }).click();
  await expect(page.getByText('This address was erased and gets no email.')).toHaveCount(0);
});

test('by keyboard alone: one guardian of two is erased, the family stays', async ({
  staffPage: page,
  email,
}) => {
  const other = `other.${email}`;
  const { guid } = await aFamily(page.request, other, {
    guardians: [
      { ...aStaffGuardian('Olga', other), isPrimaryIndicator: 'Y' },
      { ...aStaffGuardian('Ines', email), isPrimaryIndicator: 'N' },
    ],
  });
  await open(page);
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(searchField(page));
  await page.keyboard.type(email);
  await keyboard.press('Enter');
  await expect(page.getByText(`Data about ${email}`)).toBeVisible();
  await keyboard.tabTo(page.getByRole('radio', { name: /^The whole family/ }));
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^This guardian only/ })).toBeChecked();
  await keyboard.tabTo(page.getByRole('button', { name: ERASE, exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');

  await expect(receipt(page)).toBeVisible();
  const family = await readFamily(page.request, other);
  expect(family.guid).toBe(guid);
  expect(family.guardians.map(({ firstName }) => firstName)).toEqual(['Olga']);
});

test('receipts are listed, and a receipt prints on its own', async ({ staffPage: page, email }) => {
  const erased = await page.request.post(`${ADMIN_API_PATH}/privacy/erasures`, {
    data: { email, confirmation: email, families: [] },
  });
  const { number } = (await erased.json()) as { number: string };
  await open(page);
  await page.getByRole('button', { name: `Show ${number}` }).click();
  await expect(receipt(page)).toContainText(number);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden();
  await expect(receipt(page)).toBeVisible();
  await expect(receipt(page).getByRole('button', { name: 'Print' })).toBeHidden();
});
