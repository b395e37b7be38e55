import type { Locator } from '@playwright/test';

import { countRequests, holdRequests } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import { reachList } from '../support/journey.js';
import { aChild, aGuardian } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';
import { HEADINGS, WORDS } from '../specification.js';

/**
 * While a submission is in flight, pressing the button again sends nothing, and the form still shows what was sent.
 * The other forms have component tests.
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
  const held = await holdRequests(page, '**/families/registerAndLinkGuardian');
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

test('a second tap does not hit what has just moved under the finger', async ({ page, email }) => {
  const step = await reachList(
    page,
    email,
    ['Ann', 'Ben', 'Cyd'].map((name) => aChild(name)),
  );
  // An animation blocks taps on new content for a moment. From now on, the test ends it.
  await page.evaluate(() => {
    document.getAnimations().forEach((animation) => animation.finish());
    const style = new CSSStyleSheet();
    style.replaceSync('* { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(style);
  });
  const endMoment = (): Promise<void> =>
    page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  const tapPlaceOf = async (target: Locator): Promise<void> => {
    const { x, y, width, height } = (await target.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await page.mouse.click(x + width / 2, y + height / 2);
  };

  await step.delete('Ann').click();
  await tapPlaceOf(step.delete('Ben'));
  await step.expectList('Ben', 'Cyd');
  await endMoment();
  await step.delete('Ben').click();
  await step.expectList('Cyd');

  await step.cancelButton.click();
  const yes = page.getByRole('button', { name: 'Yes, cancel my registration' });
  await tapPlaceOf(yes);
  await expect(step.dialog).toBeVisible();
  await endMoment();
  await yes.click();
  await expectPage(page, '/cancel-registration', HEADINGS['/cancel-registration']);
});

test('the spinner can be seen to turn in forced colors', async ({ page, email }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email));
  const held = await holdRequests(page, '**/families/registerAndLinkGuardian');
  await step.submit();
  const readSides = (): Promise<string> =>
    step.submitButton.evaluate((button) => getComputedStyle(button, '::after').borderWidth);
  await expect.poll(readSides).toBe('3px 0px 3px 3px');
  held.release();
  await expectPage(page, '/children-step', 'Child Information');
});
