import { ADMIN_API_PATH } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { SEARCH } from '../portal-specification.js';
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
  followLink,
  openBySideBar,
  PORTAL,
  staffTest as test,
} from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { LIST_TEXTS, SAVED_SEARCH_TEXTS } from '../support/portal-texts.js';

type Grid = 'families' | 'guardians' | 'children';
const HEADINGS = { families: 'Families', guardians: 'Guardians', children: 'Children' } as const;
/** Column positions in the default layout, from 0. The checkbox comes first. */
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

test('families: filters are kept in the address, across a refresh and Back', async ({
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

test('in either spacing, all columns of a list fit, and children are shown in full; a long address is cut or wraps', async ({
  staffPage: page,
  email,
}) => {
  const name = aFamilyName();
  const long = `wolfeschlegelsteinhausen.bergerdorff.${email}`;
  const guardian = {
    ...aStaffGuardian('Bartholomew-Maximilian', long),
    lastName: 'Hausenbergerdorff',
    relationshipToChild: 'Foster Mother' as const,
  };
  const children = ['Bartholomew', 'Maximilian', 'Clementine', 'Zoe'];
  await aFamily(page.request, long, {
    familyName: name,
    guardians: [guardian],
    children: children.map((firstName) => aStaffChild(firstName)),
  });
  // Adds an email, and an entry in the audit trail.
  await page.request.post(`${ADMIN_API_PATH}/users`, { data: { email: long } });
  await page.setViewportSize({ width: 1280, height: 800 });

  const beyond = (selector: string): Promise<number> =>
    page.locator(selector).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  const spacing = page.getByRole('button', { name: COMFORTABLE });
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
  const expectManyLines = async (): Promise<void> => {
    await expect.poll(lines).toBeGreaterThan(1);
    // The text is shown in full, so there is no tooltip.
    await page.getByRole('heading', { level: 1 }).hover();
    await address.hover();
    await expect(address).toHaveAttribute('title', '');
  };
  const expectAllChildren = async (): Promise<void> => {
    await expect(page.locator('.column-allChildren mark')).toHaveText('Zoe');
    await expect.poll(() => beyond('.column-allChildren .cell')).toBe(0);
  };

  await open(page, 'families', { q: name });
  let isComfortable = false;
  for (const [list, heading, filter, compact, comfortable] of [
    ['families', 'Families', { q: name }, expectOneLine],
    ['guardians', 'Guardians', { q: name }],
    ['children', 'Children', { q: name }],
    [
      'search-page',
      'Search Family and Children',
      { familyName: name, q: 'Zoe' },
      expectAllChildren,
      expectAllChildren,
    ],
    [
      'registration-report',
      'Registration Report',
      { familyName: name },
      expectOneLine,
      expectManyLines,
    ],
    ['mails', 'Emails', {}],
    ['audit-events', 'Audit Trail', { action: 'user.added' }],
  ] as const) {
    const query = new URLSearchParams({ filter: JSON.stringify(filter) });
    await followLink(page, `/${list}?${query.toString()}`);
    await expectPortalPage(page, `/${list}`, heading);
    await expect(rows(page).first()).toBeVisible();
    // A list opens with the spacing that was chosen on the one before.
    for (const isLast of [false, true]) {
      await expect(spacing).toHaveAttribute('aria-pressed', String(isComfortable));
      await expect
        .poll(() => beyond('.RaDataTable-tableWrapper'), `${list}, ${String(isComfortable)}`)
        .toBe(0);
      await (isComfortable ? comfortable : compact)?.();
      if (isLast) continue;
      await spacing.click();
      isComfortable = !isComfortable;
    }
  }

  // On a tablet, the list scrolls before its addresses get too narrow to read.
  await page.setViewportSize({ width: 800, height: 800 });
  await followLink(page, '/mails');
  await expectPortalPage(page, '/mails', 'Emails');
  const recipient = rows(page).first().locator('.column-toAddress');
  await expect.poll(() => recipient.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(90);
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
  const mine = 'Mine'.padEnd(150, 'W');
  await page.keyboard.type(mine);
  await page.keyboard.press('Enter');
  await expect(saved.button).toBeFocused();

  await page.goto(`${PORTAL}/families`);
  await keyboard.tabTo(saved.button);
  await keyboard.press('Enter');
  await keyboard.press('End');
  await expect(saved.entry(mine)).toBeFocused();
  const menu = page.getByRole('menu');
  await expect.poll(() => menu.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
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
  await keyboard.pressUntil('ArrowUp', saved.entry(`Remove search "${mine}"`));
  await keyboard.press('Enter');
  await keyboard.tabTo(page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await keyboard.tabTo(saved.button);
  await keyboard.press('Enter');
  await expect(saved.entry(mine)).toHaveCount(0);
});

test('by keyboard alone: an age is chosen past smaller ones; an invalid range is named when its field is left', async ({
  staffPage: page,
}) => {
  await open(page, 'children', { minAge: '5' });
  const keyboard = new Keyboard(page);
  const maximum = field(page, 'maxAge');
  const dialog = page.getByRole('alertdialog', { name: SEARCH.invalidAges.title });
  await keyboard.tabTo(maximum);
  // Any, 0, 1 … 6
  for (let age = 0; age <= 6; age += 1) await page.keyboard.press('ArrowDown');
  await expectFilter(page, { minAge: '5', maxAge: '6' });
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await expect(maximum).toHaveValue('4');
  await expect(dialog).toHaveCount(0);
  await keyboard.press('Tab');
  await expect(dialog).toBeVisible();
  await keyboard.press('Enter');
  await expectFilter(page, {});
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused();
});

test('guardians and children are found, and their Edit icons open the forms', async ({
  staffPage: page,
  email,
}) => {
  const name = aFamilyName();
  const born = (years: number) => ({
    yearOfBirth: String(THIS_YEAR - years),
    monthOfBirth: '01',
  });
  await aFamily(page.request, email, {
    familyName: name,
    guardians: [
      { ...aStaffGuardian('Ann', email), lastName: name },
      { ...aStaffGuardian('Bea', email), lastName: name },
    ],
    children: [
      aStaffChild('Ana', born(1)),
      aStaffChild('Bob', { ...born(6), gender: 'Male' }),
      aStaffChild('Cleo', born(9)),
    ],
  });
  await open(page, 'guardians');
  await field(page, 'q').fill(name);
  await expectTotal(page, 2);
  await expectAccessible(page);
  await page.getByRole('link', { name: `Edit Bea ${name}` }).click();
  await expectPortalPage(page, '/edit-guardian', 'Edit Guardian');
  await expect(field(page, 'guardian.firstName')).toHaveValue('Bea');

  await openBySideBar(page, 'Children');
  await field(page, 'q').fill(name);
  await expectTotal(page, 3);
  await field(page, 'minAge').selectOption('2');
  await expectTotal(page, 2);
  await field(page, 'gender').selectOption('Female');
  await expectColumn(page, CHILD_NAME, ['Cleo']);
  await expect(rows(page).first()).toContainText('9 years');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit Cleo' }).click();
  await expectPortalPage(page, '/edit-child', 'Edit Child');
});
