import type { StaffChild } from '@kidlab/contract';
import type { BrowserContext, Page } from '@playwright/test';
import ICAL from 'ical.js';

import { expectAccessible } from '../support/accessibility.js';
import { clicksOf } from '../support/clicks.js';
import type { Database } from '../support/database.js';
import { invitationLink, mailsTo, newestMailTo, preferencesLink } from '../support/mailbox.js';
import { aKey } from '../support/made-up.js';
import { expect, PORTAL, staffTest as test } from '../support/staff.js';
import { aSession, aStaffFamily, aStudy } from '../support/staff-families.js';
import { aStaffChild, readFamily } from '../support/staff-family.js';

const PHONE = { width: 390, height: 844 };

/** The date in the lab's time zone, that many days from now: `2027-03-14`. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', {
    timeZone: 'America/Los_Angeles',
  });
}

/** A child of that age on that day. The study requires its language, which no child of another test speaks. */
function aChildOf(months: number, firstName: string, day: string): Partial<StaffChild> {
  const birth = new Date(`${day.slice(0, 7)}-01`);
  birth.setUTCMonth(birth.getUTCMonth() - months);
  return aStaffChild(firstName, {
    yearOfBirth: String(birth.getUTCFullYear()),
    monthOfBirth: birth.toISOString().slice(5, 7),
    languageSpokenAtHome: 'Armenian',
  });
}

/** Opens the link of the newest letter, like a parent on a phone. */
async function openLetter(browser: BrowserContext, email: string, count: number): Promise<Page> {
  const mail = await newestMailTo(email, count);
  const page = await browser.newPage();
  await page.setViewportSize(PHONE);
  await page.goto(invitationLink(mail));
  return page;
}

/** Accepts the first session for each of these children. */
async function sayYes(page: Page, children: readonly string[], outcome: string): Promise<void> {
  for (const child of children) {
    await page.getByRole('group', { name: child }).getByRole('radio').first().check();
  }
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your answer is saved');
  await expect(page.getByText(outcome, { exact: true })).toHaveCount(children.length);
}

interface CalendarEntry {
  readonly method: unknown;
  readonly uid: string;
  readonly sequence: number;
  readonly start: string;
  readonly text: string;
}

/** The one calendar part of the newest letter, once `count` have arrived. */
async function calendarOf(email: string, count: number): Promise<CalendarEntry> {
  const [text = '', ...others] = (await newestMailTo(email, count)).calendars;
  expect(others).toEqual([]);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    text,
  };
}

/** The page of the study's first session. @returns its id */
async function openSession(page: Page): Promise<number> {
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions
    .getByText(/\d{1,2}:\d{2}.* – \d{1,2}:\d{2} [AP]M/)
    .first()
    .click();
  await expect(page).toHaveURL(/\/session\?id=\d+/);
  return Number(new URL(page.url()).searchParams.get('id'));
}

/** Waits until these are the letters to a family, the newest first. */
function expectLetters(email: string, ...subjects: string[]): Promise<void> {
  return expect
    .poll(() => mailsTo(email).map(({ subject }) => subject))
    .toEqual(subjects.map((subject) => expect.stringContaining(`${subject}: ${NAME}`)));
}

const NAME = 'Building with blocks';

test('families are invited, answer, wait, are reminded and attend', async ({
  staffPage: page,
  otherBrowser: parents,
  database,
}: {
  staffPage: Page;
  otherBrowser: BrowserContext;
  database: Database;
}) => {
  const key = aKey();
  const day = dayIn(10);
  // Each repetition of this test uses another age.
  const months = 30 + 3 * test.info().repeatEachIndex;
  const address = (name: string): string => `${name}.${key}@example.org`.toLowerCase();
  const [ana, ben, cleo, dora, eli] = ['Ana', 'Ben', 'Cleo', 'Dora', 'Eli'].map(address) as [
    string,
    string,
    string,
    string,
    string,
  ];
  for (const [email, ...names] of [
    [ana, 'Ana'],
    [ben, 'Ben'],
    [cleo, 'Cleo', 'Cyrus'],
    [dora, 'Dora'],
    [eli, 'Eli'],
  ] as [string, ...string[]][]) {
    await aStaffFamily(page.request, email, {
      familyName: `${names[0] ?? ''}son`,
      children: names.map((name) => aChildOf(months, name, day)),
    });
  }

  await test.step('staff invite to a study with two sessions', async () => {
    const study = await aStudy(page.request, {
      name: `Blocks ${key}`,
      publicName: NAME,
      criteria: { minMonths: months - 1, maxMonths: months + 1, languages: ['Armenian'] },
    });
    for (const date of [day, dayIn(17)]) {
      await aSession(page.request, study, {
        startsLocal: `${date}T09:30`,
        endsLocal: `${date}T10:30`,
      });
    }
    await page.goto(`${PORTAL}/study?id=${String(study)}`);
    const clicks = await clicksOf(page, async () => {
      await page.getByRole('link', { name: 'Invite', exact: true }).click();
      await expect(page.getByText('6 seats are free. 6 children can be invited.')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Send Invitations' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send Invitations' });
      await dialog.getByRole('button', { name: 'Send Invitations' }).click();
      await expect(page.getByText('5 invitations are on their way.')).toBeVisible();
    });
    expect(clicks).toBe(3);
  });

  await test.step('two say yes, siblings wait, one says no', async () => {
    const letter = await openLetter(parents, ana, 1);
    const taps = await clicksOf(letter, () => sayYes(letter, ['Ana'], 'You have a seat'));
    expect(taps).toBe(2);
    await sayYes(await openLetter(parents, ben, 1), ['Ben'], 'You have a seat');
    const siblings = await openLetter(parents, cleo, 1);
    await sayYes(siblings, ['Cleo', 'Cyrus'], 'You are on the waiting list');
    const no = await openLetter(parents, dora, 1);
    await no.getByRole('radio', { name: 'No, thank you' }).check();
    await no.getByRole('button', { name: 'Send' }).click();
    await expect(no.getByRole('heading', { level: 1 })).toHaveText('Your answer is saved');
  });
  const seat = await calendarOf(ben, 2);
  expect(seat.method).toBe('REQUEST');
  expect(seat.text).not.toContain('Ben');

  await test.step('one cancels: the siblings get the seats, both are told', async () => {
    const page = await openLetter(parents, ben, 2);
    await page.getByRole('button', { name: 'We can’t come' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'We can’t come' }).click();
    await expect(page.getByText('You canceled')).toBeVisible();
    const cancelled = await calendarOf(ben, 3);
    expect(cancelled).toMatchObject({ method: 'CANCEL', uid: seat.uid, start: seat.start });
    expect(cancelled.sequence).toBeGreaterThan(seat.sequence);
    const siblings = await calendarOf(cleo, 3);
    expect(siblings).toMatchObject({ method: 'REQUEST', start: seat.start });
    await expectLetters(cleo, 'You have a seat', 'You are on the waiting list', 'Invitation');
  });

  await page.getByRole('link', { name: 'Back to the study' }).click();
  await expect(page.getByText('Eli: No answer yet')).toBeVisible();
  await expectAccessible(page);

  await test.step('Eli’s parents answer by phone', async () => {
    const clicks = await clicksOf(page, async () => {
      await page.getByRole('button', { name: 'Answer Eli Elison' }).click();
      const dialog = page.getByRole('dialog', { name: 'Enter an answer' });
      await dialog.getByRole('radio').last().check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Eli: Said no')).toBeVisible();
    });
    expect(clicks).toBe(3);
  });

  await test.step('Dora’s parents want no more invitations', async () => {
    const preferences = await parents.newPage();
    await preferences.goto(preferencesLink(await newestMailTo(dora)));
    const taps = await clicksOf(preferences, async () => {
      await preferences.getByRole('button', { name: 'Stop all invitations' }).click();
      await expect(preferences.getByRole('heading', { level: 1 })).toHaveText(
        'You will not get any more invitations',
      );
    });
    expect(taps).toBe(1);
  });

  const session = await openSession(page);
  await expect(page.getByRole('heading', { name: 'Roster: 3 of 3 seats taken' })).toBeVisible();

  await test.step('two days before, a reminder comes', async () => {
    await database.passTimeUntil(session, 47);
    await expectLetters(ana, 'Reminder', 'You have a seat', 'Invitation');
    await expectLetters(
      cleo,
      'Reminder',
      'You have a seat',
      'You are on the waiting list',
      'Invitation',
    );
  });

  await test.step('staff mark who came', async () => {
    await database.passTimeUntil(session, 0.5);
    await page.reload();
    const mark = (child: string, name: string) =>
      page.getByRole('group', { name: child }).getByRole('button', { name });
    const taps = await clicksOf(page, async () => {
      await mark('Ana Anason', 'Came').click();
      await mark('Cleo Cleoson', 'Came').click();
      await mark('Cyrus Cleoson', 'No-show').click();
      await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
    });
    expect(taps).toBe(3);
  });

  await test.step('the family page tells it all', async () => {
    const { guid } = await readFamily(page.request, cleo);
    await page.goto(`${PORTAL}/family-details-page?guid=${guid}`);
    await expect(page.getByText(/invited to Blocks .* on/)).toBeVisible();
    const history = page.getByRole('group', { name: 'Invitations' });
    await expect(history.getByRole('row', { name: 'Cleo' })).toContainText('Came');
    await expect(history.getByRole('row', { name: 'Cyrus' })).toContainText('Did not come');
  });

  // Families that canceled or never answered get no reminder.
  await expectLetters(ben, 'You canceled', 'You have a seat', 'Invitation');
  await expectLetters(eli, 'Invitation');
});
