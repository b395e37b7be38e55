import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { ANSWER } from '../support/browser-log.js';
import { ChildrenPage } from '../support/children-page.js';
import { countRequests, holdAnswer } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectAgreement,
  expectVerify,
  reachAgreement,
  reachList,
  reachVerify,
  walkToChildren,
} from '../support/journey.js';
import { aChild, aGuardian, LEO, MAYA } from '../support/people.js';
import { openTwin } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

/** Two tabs of one browser have one draft on the server: neither registers what the other one shows, unseen. */

const CHANGED =
  'Your information was changed in another tab. Please check it again before you agree.';
const DRAFT = '**/registration/draft?*';

/** Step 2 says that the registration was changed in another tab, and to which address. */
async function expectChangedTo(page: Page, email: string): Promise<void> {
  await expectPage(page, '/children-step', 'Child Information');
  await expect(page.getByRole('alert')).toHaveText(
    `This registration was changed in another tab. Please check its email address and your children before you continue: ${email}`,
  );
}

test('a new tab loads the children that another tab has sent', async ({
  page,
  context,
  email,
  database,
}) => {
  await reachAgreement(page, email, [MAYA]);
  const fresh = await context.newPage();
  const step = await walkToChildren(fresh, email);
  await step.expectList('Maya');
  await step.edit('Maya').click();
  await step.save(aChild('Maja'));
  await step.addButton.click();
  await step.save(LEO);
  await step.continueButton.click();
  await expectAgreement(fresh);
  expect(await database.childNames(email)).toEqual(['Maja', 'Leo']);
});

test('the summary shows another tab’s changes, and nobody agrees to them unseen', async ({
  page,
  email,
  database,
}) => {
  await reachAgreement(page, email, [MAYA]);
  const twin = await openTwin(page);
  await twin.getByRole('link', { name: 'Change your information' }).click();
  const stepOne = new GuardianPage(twin);
  await stepOne.expectReady();
  await stepOne.lastName.fill('Marlowe');
  await stepOne.yearOfBirth.selectOption(aGuardian(email).yearOfBirth);
  await stepOne.submit();
  const twinStep = new ChildrenPage(twin);
  await twinStep.edit('Maya').click();
  await twinStep.save(aChild('Maja'));
  await twinStep.addButton.click();
  await twinStep.save(LEO);
  await twinStep.continueButton.click();
  await expectAgreement(twin);

  await expect(page.getByRole('heading', { level: 4 })).toHaveText(['Maja', 'Leo']);
  await expect(page.getByRole('main')).toContainText('Marlowe');
  await expect(page.getByRole('status')).toHaveText(CHANGED);
  await agree(page);
  await expectBanner(page, CHANGED);
  expect((await database.family(email)).state).toBe('draft');
  await agree(page);
  await expectVerify(page);
  expect(await database.childNames(email)).toEqual(['Maja', 'Leo']);
});

test('a tab says that another tab has changed the address, and sends its children again', async ({
  page,
  context,
  email,
  database,
}) => {
  await reachAgreement(page, email, [MAYA]);
  const other = `other.${email}`;
  const fresh = await context.newPage();
  await walkToChildren(fresh, other);
  await expect(page.getByRole('main')).toContainText(other);
  await agree(page);

  await expectChangedTo(page, other);
  const step = new ChildrenPage(page);
  await step.expectList('Maya');
  expect(await database.childNames(other)).toEqual([]);
  await step.continueButton.click();
  await expectAgreement(page);
  await expect(page.getByRole('status')).toHaveText('');
  await agree(page);
  await expectVerify(page);
  expect(await database.childNames(other)).toEqual(['Maya']);
  expect(await database.families(email)).toEqual([]);
});

test('a tab without messages finds that its children are gone, and says so', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(409));
  await reachAgreement(page, email, [MAYA]);
  await database.forgetChildren(email);
  await agree(page);
  await expectChangedTo(page, email);
  const step = new ChildrenPage(page);
  await step.expectList('Maya');
  await step.continueButton.click();
  await expectAgreement(page);
  await agree(page);
  await expectVerify(page);
  expect(await database.childNames(email)).toEqual(['Maya']);
});

test('a reloaded tab reads what another tab has sent meanwhile', async ({ page, email }) => {
  await reachAgreement(page, email, [MAYA]);
  const twin = await openTwin(page);
  // Away while it happens: as a tab that the phone has put to sleep.
  await page.goto('/kidlab-reg/');
  await twin.getByRole('link', { name: 'Change your children' }).click();
  const twinStep = new ChildrenPage(twin);
  await twinStep.addButton.click();
  await twinStep.save(LEO);
  await twinStep.continueButton.click();
  await expectAgreement(twin);
  await page.goto('/kidlab-reg/registration-agreement');
  await expectAgreement(page);
  await expect(page.getByRole('heading', { level: 4 })).toHaveText(['Maya', 'Leo']);
});

test('a tab with unsent changes keeps a child that another tab has deleted, and sends it again', async ({
  page,
  email,
  database,
}) => {
  await reachAgreement(page, email, [MAYA, LEO]);
  const twin = await openTwin(page);
  await page.getByRole('link', { name: 'Change your children' }).click();
  const step = new ChildrenPage(page);
  await step.edit('Leo').click();
  await step.save(aChild('Leon'));

  await twin.getByRole('link', { name: 'Change your children' }).click();
  const twinStep = new ChildrenPage(twin);
  await twinStep.delete('Maya').click();
  await twinStep.continueButton.click();
  await expectAgreement(twin);
  expect(await database.childNames(email)).toEqual(['Leo']);

  await step.expectList('Maya', 'Leon');
  await step.continueButton.click();
  await expectAgreement(page);
  expect((await database.childNames(email)).sort()).toEqual(['Leon', 'Maya']);
  await expect(twin.getByRole('heading', { level: 4 })).toHaveText(['Leon', 'Maya']);
});

/** As another tab tells it. */
async function tell(page: Page, news: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate((message) => {
    new BroadcastChannel('kidlab-reg').postMessage(message);
  }, news);
}

/** Waits until the page has heard it. */
async function tellAndBeHeard(
  from: Page,
  page: Page,
  news: Readonly<Record<string, unknown>>,
): Promise<void> {
  // The page's own listener is older, so it hears the message first.
  await page.evaluate(() => {
    new BroadcastChannel('kidlab-reg').onmessage = () => {
      document.title = 'heard';
    };
  });
  await tell(from, news);
  await expect(page).toHaveTitle('heard');
}

test('a tab told of a change asks the server, and stays if the draft is valid', async ({
  page,
  email,
  database,
}) => {
  const step = await reachList(page, email, [MAYA]);
  const { guid } = await database.family(email);
  const twin = await openTwin(page);
  const asked = page.waitForResponse(DRAFT);
  await tell(twin, { kind: 'changed', whose: guid });
  expect((await asked).status()).toBe(200);
  await step.continueButton.click();
  await expectAgreement(page);
});

test('a tab that awaits confirmation ignores a change told by another tab', async ({
  page,
  email,
  database,
}) => {
  await reachVerify(page, email);
  const { guid } = await database.family(email);
  const twin = await openTwin(page);
  await tellAndBeHeard(twin, page, { kind: 'changed', whose: guid });
  await expect(page.getByRole('main')).toContainText(email);
  await page.reload();
  await expectVerify(page);
  await expect(page.getByRole('main')).toContainText(email);
});

test('a tab told of a change while it sends the agreement waits for its own response', async ({
  page,
  email,
  database,
}) => {
  await reachAgreement(page, email);
  const { guid } = await database.family(email);
  const twin = await openTwin(page);
  await twin.goto('/kidlab-reg/');
  const asked = countRequests(page, (request) => request.url().includes('/registration/draft?'));
  const held = await holdAnswer(page, '**/registration/update-family-details');
  await agree(page);
  // By now the server has no draft any more, and would say so.
  await expect.poll(async () => (await database.family(email)).state).toBe('awaiting');
  await tell(twin, { kind: 'changed', whose: guid });
  held.release();
  await expectVerify(page);
  await expect(page.getByRole('main')).toContainText(email);
  expect(asked()).toBe(0);
});

test('a tab told of another registration keeps its own', async ({ page, email }) => {
  const step = await reachList(page, email, [MAYA]);
  const twin = await openTwin(page);
  await tellAndBeHeard(twin, page, { kind: 'cancelled', whose: randomUUID() });
  await step.expectList('Maya');
  await step.continueButton.click();
  await expectAgreement(page);
});
