import { MESSAGES } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { NO_ANSWER } from '../support/browser-log.js';
import type { Database } from '../support/database.js';
import { holdRequests, loseAnswer } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { expectFingerSized } from '../support/layout.js';
import { invitationLink, newestMailTo } from '../support/mailbox.js';
import { aRegisteredFamily } from '../support/registration-calls.js';
import { aSession, aStaffFamily, aStudy } from '../support/staff-families.js';
import { aStaffChild } from '../support/staff-family.js';
import { expect, signInByCall } from '../support/staff.js';
import { test } from '../support/test.js';
import { banner, expectBanner, expectPage } from '../support/texts.js';

const FIRST = /^Sunday, March 8 9:30\sAM to 10:30\sAM/;
const SECOND = /^Monday, March 9 2:00\sPM to 3:00\sPM/;
const STUDY = 'Building with blocks';
const SAVED = 'Your answer is saved';

const heading = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const choose = (page: Page, name: RegExp | string): Promise<void> =>
  page.getByRole('radio', { name }).check();
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** A study with two sessions: one with three free seats, and one whose only seat is taken. */
async function aFullStudy(page: Page, email: string, database: Database): Promise<number> {
  await signInByCall(page.request);
  const study = await aStudy(page.request);
  await aSession(page.request, study);
  const times = { startsLocal: '2099-03-09T14:00', endsLocal: '2099-03-09T15:00' };
  const full = await aSession(page.request, study, times, 1);
  const other = `other.${email}`;
  await aStaffFamily(page.request, other, { familyName: 'Park', children: [aStaffChild('Kim')] });
  await database.answerInvitation(other, full, 'accepted');
  return study;
}

async function openInvitation(page: Page, email: string, database: Database): Promise<void> {
  const study = await aFullStudy(page, email, database);
  await aRegisteredFamily(page.request, email);
  await database.invite(email, study);
  await page.goto(invitationLink(await newestMailTo(email, 2)));
  await heading(page, STUDY);
}

test('a parent answers with two taps, joins the waiting list, and leaves it', async ({
  page,
  email,
  database,
}) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await openInvitation(page, email, database);
  expect(await database.answers(email)).toEqual(['invited']);
  await expectFingerSized(page.locator('label', { hasText: 'No, thank you' }));

  await choose(page, FIRST);
  const held = await holdRequests(page, '**/invitations/answers?*');
  await press(page, 'Send');
  await expect(page.getByRole('status')).toHaveText(MESSAGES.sending);
  held.release();

  await expectPage(page, '/invitation', SAVED);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // "Send" is at the bottom of the page, the saved answer at its top.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByText('You have a seat')).toBeVisible();
  expect(await database.answers(email)).toEqual(['accepted']);
  const calendar = page.getByRole('link', { name: 'Add to your calendar' });
  const file = await page.request.get((await calendar.getAttribute('href')) ?? '');
  expect(file.headers()['content-type']).toContain('text/calendar');
  const text = (await file.body()).toString();
  expect(text).toMatch(/^BEGIN:VCALENDAR[^]*BEGIN:VEVENT/);
  expect(text).not.toContain('Maya');

  await page.reload();
  await heading(page, STUDY);
  await press(page, 'Change');
  await expect(page.getByRole('radio', { name: FIRST })).toBeChecked();
  await expect(page.getByRole('radio', { name: FIRST })).toHaveAccessibleName(/Your seat$/);
  await expect(page.getByRole('radio', { name: SECOND })).toHaveAccessibleName(
    /Full: to join the waiting list, first give up your seat$/,
  );
  await choose(page, 'No, thank you');
  await press(page, 'Send');
  await expectPage(page, '/invitation', SAVED);
  await press(page, 'Change');
  await expect(page.getByRole('radio', { name: SECOND })).toHaveAccessibleName(
    /Full: join the waiting list, no one before you$/,
  );
  await choose(page, SECOND);
  await press(page, 'Send');
  await expect(page.getByText('You are on the waiting list')).toBeVisible();
  await expect(calendar).toBeHidden();
  expect(await database.answers(email)).toEqual(['waitlisted']);

  await press(page, 'We can’t come with Maya');
  await page.getByRole('dialog').getByRole('button', { name: 'We can’t come' }).click();
  await expect(page.getByText('You are on the waiting list')).toBeHidden();
  await expectPage(page, '/invitation', SAVED);
  expect(await database.answers(email)).toEqual(['declined']);
});

test('a parent answers by keyboard, with a note, and retries after a lost response', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await openInvitation(page, email, database);
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(page.getByRole('radio', { name: FIRST }));
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: SECOND })).toBeChecked();
  await keyboard.press('ArrowUp');
  await keyboard.tabTo(page.getByText('Add a note to the lab'));
  await keyboard.press('Enter');
  await keyboard.type(page.getByLabel('Your note (optional)'), 'We come by bus.');
  await loseAnswer(page, '**/invitations/answers?*', 'POST');
  await keyboard.tabTo(page.getByRole('button', { name: 'Send' }));
  await keyboard.press('Enter');
  await expect(banner(page)).toBeFocused();
  await expect(page.getByLabel('Your note (optional)')).toHaveValue('We come by bus.');

  await keyboard.tabTo(page.getByRole('button', { name: 'Send' }));
  await keyboard.press('Enter');
  await heading(page, SAVED);
  await expect(page.getByText('Your note to us: We come by bus.')).toBeVisible();
  expect(await database.answers(email)).toEqual(['accepted']);
});

test('every state of the invitation and of the mail preferences is accessible', async ({
  page,
  email,
  database,
}) => {
  await openInvitation(page, email, database);
  await page.getByText('Add a note to the lab').click();
  await expectAccessible(page);
  await press(page, 'Send');
  await expectBanner(page, 'Please choose a time for Maya, or “No, thank you”.');
  await expectAccessible(page);
  await choose(page, FIRST);
  await expectAccessible(page);
  await press(page, 'Send');
  await heading(page, SAVED);
  await expectAccessible(page);
  await press(page, 'We can’t come with Maya');
  await expectAccessible(page);
  await press(page, 'Keep the seat');

  await page.getByRole('link', { name: 'Pause or stop invitations' }).click();
  await expectPage(page, '/unsubscribe', 'You are signed up for invitations');
  await expectAccessible(page);
  const title = page.getByRole('heading', { level: 1 });
  await press(page, '3 months');
  await expect(title).toHaveText(/^Your invitations are paused until /);
  await expect(title).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Undo');
  await expect(title).toHaveText('You are signed up for invitations');
});
