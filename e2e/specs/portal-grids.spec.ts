import { ADMIN_API_PATH, CHILD_LABELS, FAMILY_LABELS, GUARDIAN_LABELS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { DETAILS } from '../portal-family-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { Keyboard } from '../support/keyboard.js';
import { aFamilyName } from '../support/made-up.js';
import { THIS_YEAR } from '../support/people.js';
import {
  columnHead,
  expectColumn,
  expectTotal,
  FilterMenu,
  rows,
  sortBy,
} from '../support/portal-list.js';
import { aFamily, aStaffChild, aStaffGuardian, field } from '../support/staff-family.js';
import {
  expect,
  expectFamilyPage,
  expectPortalPage,
  PORTAL,
  staffTest as test,
} from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { LIST_TEXTS, SAVED_SEARCH_TEXTS } from '../support/portal-texts.js';

type Grid = 'families' | 'guardians' | 'children';
const HEADINGS = { families: 'Families', guardians: 'Guardians', children: 'Children' } as const;
/** Places of columns as the grids stand at first; the checkbox is the first one. */
const FAMILY_EMAIL = 2;
const CHILD_NAME = 1;

async function open(
  page: Page,
  grid: Grid,
  filter: Readonly<Record<string, string>> = {},
): Promise<void> {
  const query = new URLSearchParams({ filter: JSON.stringify(filter) });
  await page.goto(`${PORTAL}/${grid}?${query.toString()}`);
  await expectPortalPage(page, `/${grid}`, HEADINGS[grid]);
}

const filterOf = (page: Page): unknown =>
  JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}');
const expectFilter = (page: Page, filter: object): Promise<void> =>
  expect.poll(() => filterOf(page)).toEqual(filter);

/** The headings of the table, the checkbox's left out. */
async function expectColumns(page: Page, labels: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await page.getByRole('columnheader').allTextContents()).filter(Boolean))
    .toEqual([...labels]);
}

test('families: filters live in the address, through a refresh and Back', async ({
  staffPage: page,
  email,
}) => {
  const name = aFamilyName();
  await aFamily(page.request, email, { familyName: name, zipCode: '94608' });
  await aFamily(page.request, `no.${email}`, { familyName: name, okayToContactIndicator: 'N' });
  await open(page, 'families');
  await field(page, 'q').fill(name.toLowerCase());
  await expectTotal(page, 2);
  await field(page, 'okayToContactIndicator').selectOption('N');
  await expectColumn(page, FAMILY_EMAIL, [`no.${email}`]);
  await expectFilter(page, { q: name.toLowerCase(), okayToContactIndicator: 'N' });

  await page.reload();
  await expect(field(page, 'q')).toHaveValue(name.toLowerCase());
  await expect(field(page, 'okayToContactIndicator')).toHaveValue('N');
  await expectColumn(page, FAMILY_EMAIL, [`no.${email}`]);
  await page.goBack();
  await expect(field(page, 'okayToContactIndicator')).toHaveValue('');
  await expectTotal(page, 2);

  await field(page, 'state').selectOption('awaiting');
  await expectTexts(page, 'No results found');
  await page.getByRole('button', { name: LIST_TEXTS.clearFilters }).click();
  await expectFilter(page, {});
  await expect(field(page, 'q')).toHaveValue('');
});

test('families: rows open, columns are chosen and sorted', async ({ staffPage: page, email }) => {
  const name = aFamilyName();
  const first = await aFamily(page.request, `a.${email}`, { familyName: name });
  await aFamily(page.request, `b.${email}`, { familyName: name });
  await open(page, 'families', { q: name });
  await expectColumn(page, FAMILY_EMAIL, [`b.${email}`, `a.${email}`]);
  await expectColumns(page, [
    FAMILY_LABELS.familyName,
    FAMILY_LABELS.email,
    FAMILY_LABELS.state,
    FAMILY_LABELS.okayToContactIndicator,
    FAMILY_LABELS.zipCode,
    FAMILY_LABELS.registeredDate,
  ]);
  await sortBy(page, 'Email Address');
  await expectColumn(page, FAMILY_EMAIL, [`a.${email}`, `b.${email}`]);
  await expect(columnHead(page, 'Email Address')).toHaveAttribute('aria-sort', 'ascending');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('email');

  const density = page.getByRole('button', { name: COMFORTABLE });
  await density.click();
  await expect(density).toHaveAttribute('aria-pressed', 'true');
  const columns = page.getByRole('button', { name: 'Columns' });
  await columns.click();
  const choice = page.getByRole('dialog', { name: 'Columns' });
  await expect(choice.getByRole('checkbox', { name: 'Family Id' })).toBeFocused();
  await expectAccessible(page);
  await columns.click();
  await choice.getByRole('checkbox', { name: 'City' }).check();
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();
  await expect(columnHead(page, 'City')).toBeVisible();
  await page.reload();
  await expect(columnHead(page, 'City')).toBeVisible();

  await rows(page).first().click();
  await expectFamilyPage(page);
  expect(new URL(page.url()).searchParams.get('guid')).toBe(first.guid);
  await page.goBack();
  await expectColumn(page, FAMILY_EMAIL, [`a.${email}`, `b.${email}`]);
});

const COMFORTABLE = 'Comfortable spacing';

test('all columns of a list fit beside the sidebar in either spacing', async ({
  staffPage: page,
  email,
}) => {
  const name = aFamilyName();
  const long = `wolfeschlegelsteinhausen.${email}`;
  const guardian = {
    ...aStaffGuardian('Bartholomew-Maximilian', long),
    lastName: 'Hausenbergerdorff',
    relationshipToChild: 'Foster Mother' as const,
  };
  await aFamily(page.request, long, { familyName: name, guardians: [guardian] });
  // Gets an email, and is in the audit trail.
  await page.request.post(`${ADMIN_API_PATH}/users`, { data: { email: long } });
  await page.setViewportSize({ width: 1280, height: 800 });
  const lists = {
    families: { q: name },
    guardians: { q: name },
    children: { q: name },
    'search-page': { familyName: name },
    'registration-report': { familyName: name },
    mails: {},
    'audit-events': { action: 'user.added' },
  };
  const beyond = (): Promise<number> =>
    page
      .locator('.RaDataTable-tableWrapper')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  for (const spacing of ['compact', 'comfortable']) {
    for (const [list, filter] of Object.entries(lists)) {
      const query = new URLSearchParams({ filter: JSON.stringify(filter) });
      await page.goto(`${PORTAL}/${list}?${query.toString()}`);
      await expect(rows(page).first()).toBeVisible();
      const isComfortable = String(spacing === 'comfortable');
      await expect(page.getByRole('button', { name: COMFORTABLE })).toHaveAttribute(
        'aria-pressed',
        isComfortable,
      );
      await expect.poll(beyond, `${list}, ${spacing}`).toBe(0);
    }
    await page.getByRole('button', { name: COMFORTABLE }).click();
  }
});

test('a long address is cut to one line in compact spacing and wraps in comfortable spacing', async ({
  staffPage: page,
  email,
}) => {
  const name = aFamilyName();
  const long = `wolfeschlegelsteinhausen.bergerdorff.${email}`;
  await aFamily(page.request, long, { familyName: name });
  await page.setViewportSize({ width: 1280, height: 800 });
  const filter = new URLSearchParams({ filter: JSON.stringify({ familyName: name }) });
  const address = page.locator('td.column-email .cell');
  const lines = (): Promise<number> =>
    address.evaluate((cell) =>
      Math.round(cell.clientHeight / parseFloat(getComputedStyle(cell).lineHeight)),
    );
  const expectOneLine = async (): Promise<void> => {
    await expect.poll(lines).toBe(1);
    await address.hover();
    await expect(address).toHaveAttribute('title', long);
  };
  await open(page, 'families', { q: name });
  await expectOneLine();
  await page.goto(`${PORTAL}/registration-report?${filter.toString()}`);
  await expectOneLine();
  await page.getByRole('button', { name: COMFORTABLE }).click();
  await expect.poll(lines).toBeGreaterThan(1);
  // In full, so there is no tooltip.
  await page.getByRole('heading', { level: 1 }).hover();
  await address.hover();
  await expect(address).toHaveAttribute('title', '');
});

test('search results show every child in full', async ({ staffPage: page, email }) => {
  const name = aFamilyName();
  const names = ['Bartholomew', 'Maximilian', 'Clementine', 'Zoe'];
  const children = names.map((firstName) => aStaffChild(firstName));
  await aFamily(page.request, email, { familyName: name, children });
  await page.setViewportSize({ width: 1280, height: 800 });
  const filter = new URLSearchParams({ filter: JSON.stringify({ q: 'Zoe', familyName: name }) });
  await page.goto(`${PORTAL}/search-page?${filter.toString()}`);
  const cell = page.locator('.column-allChildren .cell');
  await expect(cell.locator('mark')).toHaveText('Zoe');
  const hidden = (): Promise<number> =>
    cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(hidden).toBe(0);
});

test('by keyboard alone: filter, save the search, repeat it, open a row', async ({
  staffPage: page,
  email,
}) => {
  const name = aFamilyName();
  await aFamily(page.request, email, { familyName: name });
  await open(page, 'families');
  const keyboard = new Keyboard(page);
  await keyboard.type(field(page, 'q'), name);
  await page.keyboard.press('Enter');
  await expectTotal(page, 1);

  const saved = new FilterMenu(page);
  await keyboard.tabTo(saved.button);
  await keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await keyboard.press('End');
  await keyboard.press('ArrowUp');
  await expect(saved.entry(SAVED_SEARCH_TEXTS.new_label)).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByLabel(SAVED_SEARCH_TEXTS.query_name)).toBeFocused();
  await page.keyboard.type('Mine');
  await page.keyboard.press('Enter');
  await expect(saved.button).toBeFocused();

  await page.goto(`${PORTAL}/families`);
  await keyboard.tabTo(saved.button);
  await keyboard.press('Enter');
  await keyboard.press('End');
  await expect(saved.entry('Mine')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectFilter(page, { q: name });
  await expect(field(page, 'q')).toHaveValue(name);
  await expectTotal(page, 1);

  await keyboard.tabTo(rows(page).first());
  await keyboard.pressToLeave('Enter');
  await expectFamilyPage(page);
  await page.goBack();
  await keyboard.tabTo(saved.button);
  await keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await keyboard.pressUntil('ArrowUp', saved.entry('Remove search "Mine"'));
  await keyboard.press('Enter');
  await keyboard.tabTo(page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await keyboard.tabTo(saved.button);
  await keyboard.press('Enter');
  await expect(saved.entry('Mine')).toHaveCount(0);
});

test('guardians: found by name, linked to their family and to their edit page', async ({
  staffPage: page,
  email,
}) => {
  const name = aFamilyName();
  const family = await aFamily(page.request, email, {
    familyName: name,
    guardians: [
      { ...aStaffGuardian('Ann', email), lastName: name },
      { ...aStaffGuardian('Bea', email), lastName: name },
    ],
  });
  await open(page, 'guardians');
  await field(page, 'q').fill(name);
  await expectTotal(page, 2);
  await expectColumns(page, [
    GUARDIAN_LABELS.firstName,
    GUARDIAN_LABELS.lastName,
    GUARDIAN_LABELS.familyName,
    GUARDIAN_LABELS.relationshipToChild,
    GUARDIAN_LABELS.email,
    GUARDIAN_LABELS.primaryPhone,
    GUARDIAN_LABELS.isPrimaryIndicator,
    DETAILS.edit,
  ]);
  await sortBy(page, 'First Name');
  await expectColumn(page, CHILD_NAME, ['Ann', 'Bea']);
  await expectAccessible(page);

  await page.getByRole('link', { name, exact: true }).first().click();
  await expectFamilyPage(page);
  expect(new URL(page.url()).searchParams.get('guid')).toBe(family.guid);
  await page.goBack();
  await page.getByRole('link', { name: `Edit Bea ${name}` }).click();
  await expectPortalPage(page, '/edit-guardian', 'Edit Guardian');
  await expect(field(page, 'guardian.firstName')).toHaveValue('Bea');
});

test('children: found by name, gender and age, sorted by birth', async ({
  staffPage: page,
  email,
}) => {
  const name = aFamilyName();
  await aFamily(page.request, email, {
    familyName: name,
    children: [
      aStaffChild('Ana', { yearOfBirth: String(THIS_YEAR - 1), monthOfBirth: '01' }),
      aStaffChild('Bob', {
        yearOfBirth: String(THIS_YEAR - 6),
        monthOfBirth: '01',
        gender: 'Male',
      }),
      aStaffChild('Cleo', { yearOfBirth: String(THIS_YEAR - 9), monthOfBirth: '01' }),
    ],
  });
  await open(page, 'children');
  await field(page, 'q').fill(name);
  await expectTotal(page, 3);
  await expectColumns(page, [
    CHILD_LABELS.firstName,
    CHILD_LABELS.familyName,
    CHILD_LABELS.birth,
    CHILD_LABELS.age,
    CHILD_LABELS.gender,
    CHILD_LABELS.whichHandId,
    CHILD_LABELS.languageSpokenAtHome,
    DETAILS.edit,
  ]);
  await sortBy(page, 'Date of Birth');
  await expectColumn(page, CHILD_NAME, ['Ana', 'Bob', 'Cleo']);
  await field(page, 'minAge').selectOption('2');
  await expectColumn(page, CHILD_NAME, ['Bob', 'Cleo']);
  await field(page, 'gender').selectOption('Female');
  await expectColumn(page, CHILD_NAME, ['Cleo']);
  await expect(rows(page).first()).toContainText('9 years');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit Cleo' }).click();
  await expectPortalPage(page, '/edit-child', 'Edit Child');
});
