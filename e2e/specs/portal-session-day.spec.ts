import { ADMIN_API_PATH } from '@kidlab/contract';
import type { APIRequestContext, Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import type { Database } from '../support/database.js';
import { expectNoSidewaysScrolling } from '../support/layout.js';
import { Keyboard } from '../support/keyboard.js';
import { aSession, aStaffFamily, aStudy } from '../support/staff-families.js';
import { aStaffChild } from '../support/staff-family.js';
import { expect, PORTAL, staffTest as test } from '../support/staff.js';

const PHONE = { width: 320, height: 640 };

/** A session of three seats that begins in half an hour. Maya and Leo have seats, Kim waits. */
async function aDay(staff: APIRequestContext, email: string, database: Database): Promise<number> {
  const id = await aSession(staff, await aStudy(staff));
  const waiting = `waiting.${email}`;
  await aStaffFamily(staff, email, { children: [aStaffChild('Maya'), aStaffChild('Leo')] });
  await aStaffFamily(staff, waiting, { familyName: 'Park', children: [aStaffChild('Kim')] });
  await database.answerInvitation(email, id, 'accepted');
  await database.answerInvitation(waiting, id, 'waitlisted');
  await database.passTimeUntil(id, 0.5);
  return id;
}

const marks = (page: Page, child: string): Locator => page.getByRole('group', { name: child });
const mark = (page: Page, child: string, name: string): Locator =>
  marks(page, child).getByRole('button', { name });
/** A mark is shown before it is saved. A reload would cancel a save that was not sent yet. */
const isSaved = async (page: Page, child: string): Promise<void> =>
  expect(marks(page, child)).toHaveAttribute('aria-busy', 'false');
const isPressed = async (button: Locator, pressed: boolean): Promise<void> =>
  expect(button).toHaveAttribute('aria-pressed', String(pressed));

test('attendance is recorded on a phone and by keyboard', async ({
  staffPage: page,
  email,
  database,
}) => {
  const id = await aDay(page.request, email, database);
  await page.setViewportSize(PHONE);
  await page.goto(`${PORTAL}/session?id=${String(id)}`);
  await expect(page.getByRole('heading', { name: 'Roster: 2 of 3 seats taken' })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expect(page.getByRole('link', { name: '(510) 555-0100' }).first()).toHaveAttribute(
    'href',
    'tel:+15105550100',
  );

  await mark(page, 'Maya Doe', 'Came').click();
  await isPressed(mark(page, 'Maya Doe', 'Came'), true);
  await expect(page.getByRole('button', { name: 'Remove Maya Doe' })).toBeHidden();
  await mark(page, 'Leo Doe', 'Came').click();
  await expect(page.getByRole('button', { name: 'Remove Leo Doe' })).toBeHidden();
  // Corrected, by keyboard.
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(mark(page, 'Leo Doe', 'Came'));
  await keyboard.press('ArrowRight');
  await expect(mark(page, 'Leo Doe', 'No-show')).toBeFocused();
  await keyboard.press('Enter');
  await isPressed(mark(page, 'Leo Doe', 'No-show'), true);
  await isPressed(mark(page, 'Leo Doe', 'Came'), false);
  await isSaved(page, 'Leo Doe');

  await page.reload();
  await isPressed(mark(page, 'Maya Doe', 'Came'), true);
  await isPressed(mark(page, 'Leo Doe', 'No-show'), true);
  await mark(page, 'Leo Doe', 'No-show').click();
  await expect(page.getByRole('button', { name: 'Remove Leo Doe' })).toBeVisible();
  await isPressed(mark(page, 'Leo Doe', 'No-show'), false);
  await isSaved(page, 'Leo Doe');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Maya Doe' }).click();
  const invitations = page.getByRole('group', { name: 'Invitations' });
  const history = invitations.getByRole('row');
  await expect(history.filter({ hasText: 'Maya' })).toContainText('Came');
  await expect(history.filter({ hasText: 'Leo' })).toContainText('Has a seat');
  // On a phone, each child is a card, so nothing scrolls inside the page.
  await page.setViewportSize({ width: 390, height: 844 });
  const beyond = (): Promise<number[]> =>
    invitations.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
      scrollWidth - clientWidth,
      scrollHeight - clientHeight,
    ]);
  await expect.poll(beyond).toEqual([0, 0]);
  await expectNoSidewaysScrolling(page);
});

test('attendance can be recorded on a page that was open before its time', async ({
  staffPage: page,
  email,
  database,
}) => {
  const id = await aDay(page.request, email, database);
  await database.passTimeUntil(id, 1.1);
  await page.clock.install();
  await page.goto(`${PORTAL}/session?id=${String(id)}`);
  await expect(page.getByText('You can record attendance from one hour before')).toBeVisible();
  await expect(mark(page, 'Maya Doe', 'Came')).toBeHidden();
  await page.clock.fastForward('06:00');
  await expect(mark(page, 'Maya Doe', 'Came')).toBeVisible();

  // Six minutes later, on the page's clock.
  await database.passTimeUntil(id, 0.2);
  await page.reload();
  const cancel = page.getByRole('button', { name: 'Cancel Session' });
  await expect(cancel).toBeVisible();
  await page.clock.fastForward('07:00');
  await expect(cancel).toBeHidden();
});

test('the long reason of a canceled session fits on a phone', async ({ staffPage: page }) => {
  const id = await aSession(page.request, await aStudy(page.request));
  const reason = `Please read https://example.org/${'a'.repeat(200)}`;
  const path = `${ADMIN_API_PATH}/slots/${String(id)}/cancellation`;
  const answer = await page.request.post(path, { data: { reason } });
  expect(answer.status()).toBe(200);
  await page.setViewportSize(PHONE);
  await page.goto(`${PORTAL}/session?id=${String(id)}`);
  await expect(page.getByText(reason)).toBeVisible();
  await expectNoSidewaysScrolling(page);
});

test('staff give a seat, remove a child, and print the roster on one page', async ({
  staffPage: page,
  email,
  database,
}) => {
  const id = await aDay(page.request, email, database);
  await page.goto(`${PORTAL}/session?id=${String(id)}`);
  await page.getByRole('button', { name: 'Give a Seat Kim Park' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Kim Park');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Give a Seat' }).click();
  await expect(page.getByRole('heading', { name: 'Roster: 3 of 3 seats taken' })).toBeVisible();
  await expect(page.getByText('The waiting list is empty.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.getByRole('button', { name: 'Remove Leo Doe' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Roster: 2 of 3 seats taken' })).toBeVisible();
  await expect(page.getByText('Leo Doe')).toHaveCount(0);

  await mark(page, 'Maya Doe', 'Came').click();
  await expect(page.getByRole('button', { name: 'Remove Maya Doe' })).toBeHidden();
  const paper = await page.pdf({ format: 'Letter' });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Maya Doe')).toBeVisible();
  // On each sheet.
  await expect(page.locator('.printed p').first()).toHaveCSS('display', 'table-header-group');
  const roster = page.getByRole('listitem');
  await expect(roster.filter({ hasText: 'Maya Doe' }).getByText('Came').last()).toBeVisible();
  await expect(roster.filter({ hasText: 'Kim Park' }).getByText('☐ Came ☐ No-show')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Kim Park' })).toBeHidden();
});

test('long names without a space fit on a phone and on paper', async ({
  staffPage: page,
  email,
  database,
}) => {
  const name = 'Blocks_and_crayons_with_siblings_in_the_afternoon_2027_second_round_'.padEnd(
    80,
    'W',
  );
  const study = await aStudy(page.request, { name, place: 'P'.repeat(200) });
  const id = await aSession(page.request, study);
  const children = [
    { ...aStaffChild('W'.repeat(31)), specialNeeds: `No milk.\n${'No nuts. '.repeat(20)}` },
  ];
  // Not a long family name: to axe, it would cover the next link in the lists of other tests.
  await aStaffFamily(page.request, email, { familyName: 'Okafor', children });
  await database.answerInvitation(email, id, 'accepted');
  await database.passTimeUntil(id, 0.5);
  const later = await aStudy(page.request, { criteria: { notInStudies: [study] } });

  await page.goto(`${PORTAL}/session?id=${String(id)}`);
  const row = page.getByRole('listitem').filter({ hasText: 'No nuts.' });
  await expect.poll(() => row.innerText()).toContain('No milk.\nNo nuts.');
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 816, height: 1056 });
  await expect(row.getByText('☐ Came ☐ No-show')).toBeInViewport({ ratio: 1 });
  await page.emulateMedia({ media: 'screen' });

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScrolling(page);
  await page.goto(`${PORTAL}/study?id=${String(study)}`);
  const family = page.getByRole('link', { name: 'Okafor', exact: true });
  await expect(family).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await page.goto(`${PORTAL}/edit-study?id=${String(later)}`);
  await expect(page.getByRole('button', { name })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await page.goto(`${PORTAL}/study?id=${String(study)}`);
  await family.click();
  const history = page.getByRole('group', { name: 'Invitations' });
  await expect(history.getByRole('link', { name })).toBeVisible();
  await expect
    .poll(() => history.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0);
});
