import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectAgreement,
  expectVerify,
  reachAgreement,
  reachChildren,
  reachList,
} from '../support/journey.js';
import { aGuardian, LEO, MAYA } from '../support/people.js';
import { expectNothingKept } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';
import { WORDS } from '../specification.js';

/** The server has no such session any more, and the tab still holds what was typed. */

const KEPT = 'Nothing was registered, and we will not contact you. What you entered is still here.';

async function expectLost(page: Page): Promise<void> {
  await expectPage(page, '/session-expired', 'Session Expired!');
  await expect(page.getByRole('main')).toContainText(KEPT);
}

/** Begins again with what the tab holds; only the year of birth is asked again. */
async function beginAgain(page: Page, email: string): Promise<ChildrenPage> {
  await page.getByRole('button', { name: 'Begin again with what you entered' }).click();
  const step = new GuardianPage(page);
  await step.expectReady();
  await expect(step.email).toHaveValue(email);
  await step.yearOfBirth.selectOption(aGuardian(email).yearOfBirth);
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  return new ChildrenPage(page);
}

test('clearing cookies in step 2 keeps the input', async ({
  page,
  email,
  context,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(401));
  const step = await reachList(page, email, [MAYA, LEO]);
  await context.clearCookies();
  await step.continueButton.click();

  await expectLost(page);
  await expectAccessible(page);
  const again = await beginAgain(page, email);
  await again.expectList('Maya', 'Leo');
  await again.continueButton.click();
  await expectAgreement(page);
  await agree(page);
  await expectVerify(page);
  expect(await database.childNames(email)).toEqual(['Maya', 'Leo']);
});

test('the same address started in a second browser ends the first session with a message', async ({
  page,
  email,
  otherBrowser,
  browserLog,
}) => {
  browserLog.announce(ANSWER(401));
  const step = await reachList(page, email);
  await reachChildren(await otherBrowser.newPage(), email);
  await step.continueButton.click();
  await expectLost(page);
  const again = await beginAgain(page, email);
  await again.expectList('Maya');
});

test('a session that has expired at "I agree" also keeps the input', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(401));
  await reachAgreement(page, email);
  await database.endDraft(email);
  await agree(page);
  await expectLost(page);
  const again = await beginAgain(page, email);
  await again.expectList('Maya');
});

test('signing up again starts with an empty form', async ({ page, email, context, browserLog }) => {
  browserLog.announce(ANSWER(401));
  const step = await reachList(page, email);
  await context.clearCookies();
  await step.continueButton.click();
  await expectLost(page);
  await page.getByRole('link', { name: WORDS.signUp, exact: true }).click();
  await expectPage(page, '/', 'Welcome to Kid Lab');
  await expectNothingKept(page);
});
