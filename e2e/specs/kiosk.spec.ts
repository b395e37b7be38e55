import { PUBLIC_CALLS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import { expectVerify, reachVerify } from '../support/journey.js';
import { settled } from '../support/layout.js';
import { aGuardian, type Guardian, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

/** One tablet at a fair, where sixty families register one after another in the same tab. */

const FORMER: Partial<Guardian> = {
  firstName: 'Formera',
  lastName: 'Formerly',
  phone: '(510) 555-0199',
  zipCode: '94704',
};

/** Registers the previous family, starting on the landing page. */
async function registerFormer(page: Page, email: string): Promise<void> {
  await page.goto('/kidlab-reg/');
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  const step = new GuardianPage(page);
  await step.expectReady();
  await step.fill(aGuardian(email, FORMER));
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  const children = new ChildrenPage(page);
  await children.saveAll([MAYA]);
  await children.continueButton.click();
  await page.getByRole('button', { name: 'I agree', exact: true }).click();
  await expectVerify(page);
}

/** Expects no data of the previous family on the page, in its fields, or in storage. */
async function expectNothingOf(page: Page, email: string): Promise<void> {
  const { fields, traces } = await page.evaluate(() => ({
    fields: [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
      .map(({ value }) => value)
      .filter((value) => value !== ''),
    traces: [
      document.body.textContent,
      JSON.stringify(sessionStorage),
      JSON.stringify(localStorage),
    ].join(),
  }));
  expect(fields).toEqual([]);
  for (const word of [email, 'Former', '555-0199', '94704', 'Maya']) {
    expect(traces).not.toContain(word);
  }
}

test('the next family starts on the landing page and sees no data of the one before', async ({
  page,
  email,
  database,
}) => {
  await reachVerify(page, email, [MAYA], FORMER);
  await page.getByRole('link', { name: 'Kid Lab', exact: true }).click();
  await expectPage(page, '/', 'Welcome to Kid Lab');
  await expectNothingOf(page, email);
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  const step = new GuardianPage(page);
  await step.expectReady();
  await expectNothingOf(page, email);

  const next = `next.${email}`;
  await step.fill(aGuardian(next));
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  const children = new ChildrenPage(page);
  await children.expectEmptyForm();
  await children.save(LEO);
  await children.continueButton.click();
  await expectPage(page, '/registration-agreement', 'Participation Agreement');
  expect((await database.family(email)).state).toBe('awaiting');
  expect((await database.family(next)).state).toBe('draft');
  expect(await database.childNames(email)).toEqual(['Maya']);
  expect(await database.childNames(next)).toEqual(['Leo']);
});

test('opening step 1 by its URL also starts a new registration', async ({ page, email }) => {
  await reachVerify(page, email, [MAYA], FORMER);
  await new GuardianPage(page).open();
  await expectNothingOf(page, email);
});

test('Back shows no data of the previous family', async ({ page, email }) => {
  await registerFormer(page, email);
  await page.goto('/kidlab-reg/');
  await expectPage(page, '/', 'Welcome to Kid Lab');
  const seen: string[] = [];
  while (seen.at(-1) !== 'blank') {
    await page.goBack();
    await settled(page);
    seen.push(new URL(page.url()).pathname);
    if (seen.at(-1) !== 'blank') await expectNothingOf(page, email);
  }
  expect(seen).toContain('/kidlab-reg/registration');
});

test('Back to the previous family’s step 1 shows an empty form', async ({ page, email }) => {
  await registerFormer(page, email);
  const step = new GuardianPage(page);
  await expect
    .poll(async () => {
      await page.goBack();
      return new URL(page.url()).pathname;
    })
    .toBe('/kidlab-reg/registration');
  await step.expectReady();
  await expectNothingOf(page, email);
});

test('values that the browser restores in step 1 do not count as input', async ({
  page,
  email,
}) => {
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email, FORMER));
  await page.goto('/kidlab-reg/session-expired');
  // The registration has ended, however that happened.
  await page.evaluate(() => {
    sessionStorage.clear();
  });
  await page.goBack();
  await step.expectReady();
  await expectNothingOf(page, email);
});

test('a page from the back/forward cache reloads for the next family', async ({ page, email }) => {
  await reachVerify(page, email);
  await expect(page.getByRole('main')).toContainText(email);
  // Like the back/forward cache: the page is hidden, then the next family clears the storage, then it is shown again.
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    if (document.documentElement.checkVisibility()) throw new Error('the page is kept visible');
    sessionStorage.clear();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await reloaded;
  await expectVerify(page);
  await expectNothingOf(page, email);
});

test('a page from the back/forward cache stays as it was for the same family', async ({
  page,
  email,
}) => {
  await reachVerify(page, email);
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page.getByRole('main')).toContainText(email);
});

test('a page that was left while sending reloads from the back/forward cache', async ({
  page,
  email,
}) => {
  await page.route(`**${PUBLIC_CALLS.register}*`, () => undefined);
  await page.goto('/kidlab-reg/registration');
  const step = new GuardianPage(page);
  await step.expectReady();
  await step.fill(aGuardian(email));
  await step.submit();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await reloaded;
  await step.expectReady();
});

test('the verify page is still there after a visit to the privacy section', async ({
  page,
  email,
}) => {
  await reachVerify(page, email);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Your privacy' })).toBeVisible();
  await page.goBack();
  await expectVerify(page);
  await expect(page.getByRole('main')).toContainText(email);
});
