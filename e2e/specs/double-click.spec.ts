import { countRequests, holdAnswer } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import { aGuardian } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';
import { WORDS } from '../specification.js';

/**
 * A submission is blocked while one is in flight: the button is pressed again and again while the answer waits. The form
 * still shows what was sent. The other forms have component tests.
 */

test('step 1 is sent once, and its fields are read-only meanwhile', async ({
  page,
  email,
  database,
}) => {
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email));
  const count = countRequests(page, (request) => request.url().endsWith('registerAndLinkGuardian'));
  const held = await holdAnswer(page, '**/families/registerAndLinkGuardian');
  await step.submitButton.dblclick();
  await expect(step.submitButton).toHaveText(WORDS.submitting);
  await step.submitButton.click({ force: true });
  await step.firstName.press('Enter');

  for (const field of [step.firstName, step.email, step.zipCode, step.phone]) {
    await expect(field).not.toBeEditable();
  }
  await step.zipCode.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await expect(step.zipCode).toHaveValue('94608');
  await step.relationship.focus();
  await page.keyboard.press('ArrowDown');
  await expect(step.relationship).toHaveValue('Mother');
  await expect(step.relationship).toHaveAttribute('aria-readonly', 'true');

  held.release();
  await expectPage(page, '/children-step', 'Child Information');
  expect(count()).toBe(1);
  expect(await database.family(email)).toMatchObject({ zipCode: '94608' });
});
