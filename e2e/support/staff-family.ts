import {
  ADMIN_API_PATH,
  STAFF_CALLS,
  type StaffChild,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';

import { aStaffFamily, type NewFamily } from './staff-families.js';
import { expectFamilyPage, PORTAL } from './staff.js';
import { THIS_YEAR } from './people.js';

const api = (path: string): string => ADMIN_API_PATH + path;

/** A guardian as staff enter one. All of these people are made up. */
export function aStaffGuardian(firstName: string, email: string): Partial<StaffGuardian> {
  return {
    firstName,
    lastName: 'O’Brien',
    email,
    primaryPhone: '(510) 555-0100',
    zipCode: '94608',
    relationshipToChild: 'Aunt',
  };
}

export function aStaffChild(
  firstName: string,
  overrides: Partial<StaffChild> = {},
): Partial<StaffChild> {
  return {
    firstName,
    gender: 'Female',
    monthOfBirth: '03',
    yearOfBirth: String(THIS_YEAR - 4),
    whichHandId: 'Left-handed',
    languageSpokenAtHome: 'Spanish',
    ...overrides,
  };
}

/** The family with that address, as staff see it. */
export async function readFamily(
  staff: APIRequestContext,
  email: string,
): Promise<StaffFamilyDetails> {
  const guid = await staff.get(api(STAFF_CALLS.familyGuid), { params: { email } });
  expect(guid.status(), 'the guid of a family').toBe(200);
  const path = `${STAFF_CALLS.familyByGuid}/${(await guid.json()) as string}`;
  return (await (await staff.get(api(path))).json()) as StaffFamilyDetails;
}

/** Adds a family by the staff API. */
export async function aFamily(
  staff: APIRequestContext,
  email: string,
  overrides: NewFamily = {},
): Promise<StaffFamilyDetails> {
  await aStaffFamily(staff, email, overrides);
  return readFamily(staff, email);
}

/** Opens the page of a family. */
export async function openFamily(page: Page, guid: string): Promise<void> {
  await page.goto(`${PORTAL}/family-details-page?guid=${guid}`);
  await expectFamilyPage(page);
}

/** Adds a family and opens its page. */
export async function openNewFamily(
  page: Page,
  email: string,
  overrides: NewFamily = {},
): Promise<StaffFamilyDetails> {
  const family = await aFamily(page.request, email, overrides);
  await openFamily(page, family.guid);
  return family;
}

/** A control of the forms, by the name of its field. */
export function field(page: Page, name: string): Locator {
  return page.locator(`[name="${name}"]`);
}

/** Labels and values of a card, in their order. */
export async function factsOf(card: Locator): Promise<[string, string][]> {
  await expect(card.locator('dt').first()).toBeVisible();
  const labels = await card.locator('dt').allTextContents();
  const values = await card.locator('dd').allTextContents();
  return labels.map((label, index) => [label, values[index] ?? '']);
}

/** The card of a guardian or child. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true });
}

export function submitButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Submit', exact: true });
}

export function cancelButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Cancel', exact: true });
}
