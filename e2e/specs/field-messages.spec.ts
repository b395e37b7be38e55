import { expect, type Locator, type Page } from '@playwright/test';

import { GuardianPage } from '../support/guardian-page.js';
import {
  fillConfirmForm,
  openConfirmForm,
  reachChildren,
  reachMail,
  sendConfirmForm,
} from '../support/journey.js';
import { aGuardian, MAYA } from '../support/people.js';
import { test } from '../support/test.js';
import { banner, expectBanner } from '../support/texts.js';
import {
  CHILD_MESSAGES,
  CONFIRM_MESSAGES,
  type FieldMessage,
  GUARDIAN_MESSAGES,
} from '../specification.js';

interface Form<Field extends string> {
  readonly control: (field: Field) => Locator;
  readonly fill: () => Promise<void>;
  readonly submit: () => Promise<void>;
}

async function enter(control: Locator, value: string): Promise<void> {
  const isList = await control.evaluate((element) => element instanceof HTMLSelectElement);
  await (isList ? control.selectOption(value) : control.fill(value));
}

/** Spoils one field after the other of a form that is otherwise filled in well, and reads what is said. */
async function expectMessages<Field extends string>(
  page: Page,
  messages: readonly FieldMessage<Field>[],
  form: Form<Field>,
): Promise<void> {
  await form.fill();
  for (const { field, value, message } of messages) {
    const control = form.control(field);
    const good = await control.inputValue();
    await enter(control, value);
    await form.submit();

    await expectBanner(page, message);
    await expect(banner(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(control).toHaveAttribute('aria-invalid', 'true');
    const described = (await control.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(
      described.map((id) => page.locator(`[id="${id}"]`).textContent()),
    );
    expect(texts).toContain(`Error: ${message}`);

    await banner(page).getByRole('link', { name: message, exact: true }).click();
    await expect(control).toBeFocused();
    await enter(control, good);
    await expect(control).not.toHaveAttribute('aria-invalid');
  }
}

test('step 1 says what is wrong with each field', async ({ page, email, database }) => {
  const step = new GuardianPage(page);
  await step.open();
  await expectMessages(page, GUARDIAN_MESSAGES, {
    control: (field) => step[field],
    fill: () => step.fill(aGuardian(email)),
    submit: () => step.submit(),
  });
  expect(await database.families(email)).toEqual([]);
});

test('step 1 says all that is wrong at once, in the order of the page', async ({ page }) => {
  const step = new GuardianPage(page);
  await step.open();
  await step.submit();
  const empty = GUARDIAN_MESSAGES.filter(({ value }) => value === '');
  expect(empty).toHaveLength(8);
  await expectBanner(page, ...empty.map(({ message }) => message));
});

test('step 2 says what is wrong with each field', async ({ page, email, database }) => {
  const step = await reachChildren(page, email);
  await expectMessages(page, CHILD_MESSAGES, {
    control: (field) => step[field],
    fill: () => step.fill(MAYA),
    submit: () => step.saveButton.click(),
  });
  expect(await database.children(email)).toEqual([]);
});

test('step 2 says all that is wrong at once, in the order of the page', async ({ page, email }) => {
  const step = await reachChildren(page, email);
  await step.homeLanguage.selectOption('');
  await step.saveButton.click();
  const empty = CHILD_MESSAGES.filter(({ value }) => value === '');
  expect(empty).toHaveLength(6);
  await expectBanner(page, ...empty.map(({ message }) => message));
});

test('the confirm form says what is wrong with each field', async ({ page, email, database }) => {
  await openConfirmForm(page, await reachMail(page, email));
  const controls = {
    email: page.getByLabel('Confirm email address', { exact: true }),
    zipCode: page.getByLabel('Confirm zip code', { exact: true }),
  };
  await expectMessages(page, CONFIRM_MESSAGES, {
    control: (field) => controls[field],
    fill: () => fillConfirmForm(page, email, '94608'),
    submit: () => sendConfirmForm(page),
  });
  expect((await database.family(email)).state).toBe('awaiting');
});
