import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import { agree, expectAgreement, expectVerify, reachList } from '../support/journey.js';
import { aGuardian, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

/** The server has lost the session, but the tab still has the input. */

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

  await expectPage(page, '/session-expired', 'Session Expired!');
  await expect(page.getByRole('main')).toContainText('What you entered is still here.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Begin again with what you entered' }).click();
  const first = new GuardianPage(page);
  await first.expectReady();
  await expect(first.email).toHaveValue(email);
  await first.yearOfBirth.selectOption(aGuardian(email).yearOfBirth);
  await first.submit();
  await expectPage(page, '/children-step', 'Child Information');
  const again = new ChildrenPage(page);
  await again.expectList('Maya', 'Leo');
  await again.continueButton.click();
  await expectAgreement(page);
  await agree(page);
  await expectVerify(page);
  expect(await database.childNames(email)).toEqual(['Maya', 'Leo']);
});
