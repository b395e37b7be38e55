import type { Page } from '@playwright/test';

import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  expectAgreement,
  expectCongratulations,
  expectVerify,
  openConfirmForm,
  reachList,
} from '../support/journey.js';
import { expectFocus, Keyboard } from '../support/keyboard.js';
import { confirmLink, newestMailTo } from '../support/mailbox.js';
import { aGuardian, type Child, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { banner, expectPage } from '../support/texts.js';

async function typeChild(keyboard: Keyboard, step: ChildrenPage, child: Child): Promise<void> {
  await keyboard.type(step.firstName, child.firstName);
  await keyboard.choose(step.gender, child.gender);
  await keyboard.choose(step.month, child.month);
  await keyboard.choose(step.year, child.year);
  await keyboard.choose(step.hand, child.hand);
  await keyboard.tabTo(step.saveButton);
  await keyboard.press('Space');
}

async function expectHeadingFocused(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
}

test('a family registers using only the keyboard', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(429));
  const keyboard = new Keyboard(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const guardian = aGuardian(email);

  await page.goto('/kidlab-reg/');
  await keyboard.tabTo(page.getByRole('link', { name: 'Skip to main content' }));
  await keyboard.press('Enter');
  await keyboard.tabTo(page.getByRole('link', { name: 'Continue', exact: true }));
  await keyboard.pressToLeave('Enter');

  const stepOne = new GuardianPage(page);
  await stepOne.expectReady();
  await keyboard.tabTo(stepOne.submitButton);
  await keyboard.press('Enter');
  await expect(banner(page)).toBeFocused();
  await keyboard.tabTo(banner(page).getByRole('link').first());
  await keyboard.press('Enter');
  await expect(stepOne.firstName).toBeFocused();
  await page.keyboard.type(guardian.firstName);
  await keyboard.type(stepOne.lastName, guardian.lastName);
  await keyboard.type(stepOne.email, email);
  await keyboard.type(stepOne.zipCode, guardian.zipCode);
  await keyboard.type(stepOne.phone, guardian.phone);
  await keyboard.choose(stepOne.yearOfBirth, guardian.yearOfBirth);
  await keyboard.choose(stepOne.relationship, guardian.relationship);
  await keyboard.choose(stepOne.heardFrom, guardian.heardFrom);
  // Enter in a text field submits the form.
  await keyboard.tabTo(stepOne.firstName);
  await keyboard.press('Enter');

  await expectPage(page, '/children-step', 'Child Information');
  await expectHeadingFocused(page, 'Child Information');
  const stepTwo = new ChildrenPage(page);
  await typeChild(keyboard, stepTwo, MAYA);
  await stepTwo.expectList('Maya');
  await expectHeadingFocused(page, 'Your children');
  await keyboard.tabTo(stepTwo.addButton);
  await keyboard.press('Enter');
  await expectHeadingFocused(page, 'Add a child');
  await typeChild(keyboard, stepTwo, LEO);
  await stepTwo.expectList('Maya', 'Leo');
  await keyboard.tabTo(stepTwo.continueButton);
  await keyboard.press('Enter');

  await expectAgreement(page);
  await expectHeadingFocused(page, 'Participation Agreement');
  await keyboard.tabTo(button('I agree'));
  await keyboard.press('Space');

  await expectVerify(page);
  await expectHeadingFocused(page, 'Your registration is almost complete');
  await keyboard.tabTo(button('Send it again'));
  await keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('Please wait a few minutes');
  await expect(button('Send it again')).toBeFocused();

  await openConfirmForm(page, confirmLink(await newestMailTo(email)));
  await keyboard.type(page.getByLabel('Confirm email address', { exact: true }), email);
  await keyboard.type(page.getByLabel('Confirm zip code', { exact: true }), guardian.zipCode);
  await keyboard.press('Enter');
  await expectCongratulations(page);
  await expectHeadingFocused(page, 'Congratulations!');

  expect((await database.family(email)).state).toBe('registered');
  expect(await database.childNames(email)).toEqual(['Maya', 'Leo']);
});

test('editing, deleting and both answers to Cancel keep the focus in the list of children', async ({
  page,
  email,
}) => {
  const keyboard = new Keyboard(page);
  const step = await reachList(page, email, [MAYA, LEO]);

  await keyboard.tabTo(step.edit('Maya'));
  await keyboard.press('Enter');
  await expectHeadingFocused(page, 'Change your child’s information');
  await keyboard.tabTo(step.cancelFormButton);
  await keyboard.press('Enter');
  await expectHeadingFocused(page, 'Your children');

  await keyboard.tabTo(step.delete('Leo'));
  await keyboard.press('Enter');
  await step.expectList('Maya');
  await expectHeadingFocused(page, 'Your children');

  for (const answer of ['Escape', 'Enter']) {
    await keyboard.tabTo(step.cancelButton);
    await keyboard.press('Enter');
    await expect(step.dialog).toBeVisible();
    await expect(page.getByRole('button', { name: 'No, keep going' })).toBeFocused();
    await keyboard.press(answer);
    await expect(step.dialog).toBeHidden();
    await expect(step.cancelButton).toBeFocused();
  }

  await keyboard.tabTo(step.delete('Maya'));
  await keyboard.press('Space');
  await expectHeadingFocused(page, 'Add a child');
});

test('pressing Esc repeatedly closes neither the page nor the dialog', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await page.clock.install();
  const step = await reachList(page, email);
  await step.addButton.focus();
  await page.route('**/registration/extend', (route) => route.abort());
  await page.clock.fastForward('56:00');
  await expect(step.dialog).toBeVisible();
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Escape');
  await expect(step.dialog.getByRole('alert')).toBeVisible();
  await expect(step.dialog.getByRole('button')).toBeFocused();
  await page.unroute('**/registration/extend');
  await page.keyboard.press('Escape');
  await expect(step.dialog).toBeHidden();
  await expect(step.addButton).toBeFocused();
});

test('the dialog keeps the focus until it is answered', async ({ page, email }) => {
  const keyboard = new Keyboard(page);
  const step = await reachList(page, email);
  await keyboard.tabTo(step.cancelButton);
  await keyboard.press('Enter');
  const buttons = step.dialog.getByRole('button');
  await expect(buttons).toHaveCount(2);
  await expect(buttons.first()).toBeFocused();
  await keyboard.press('Tab');
  await expect(buttons.last()).toBeFocused();
  await keyboard.press('Shift+Tab');
  await expect(buttons.first()).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expectPage(page, '/cancel-registration', 'Your registration has been canceled');
  await expectHeadingFocused(page, 'Your registration has been canceled');
  await expectFocus(page);
});
