import { GuardianPage } from '../support/guardian-page.js';
import { reachChildren } from '../support/journey.js';
import { aChild, aGuardian } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage, expectTexts } from '../support/texts.js';
import { LIMITS } from '../specification.js';

test('the phone number is formed while it is typed', async ({ page }) => {
  const { phone, ...step } = await opened(page);
  const seen: string[] = [];
  await phone.focus();
  for (const key of '5105550100') {
    await page.keyboard.press(key);
    seen.push(await phone.inputValue());
  }
  expect(seen).toEqual([
    '(5',
    '(51',
    '(510',
    '(510) 5',
    '(510) 55',
    '(510) 555',
    '(510) 555-0',
    '(510) 555-01',
    '(510) 555-010',
    '(510) 555-0100',
  ]);
  expect(seen.at(-1)).toHaveLength(LIMITS.phone);
  await page.keyboard.type('9x');
  await expect(phone).toHaveValue('(510) 555-0100');
  for (let count = 0; count < 10; count += 1) await page.keyboard.press('Backspace');
  await expect(phone).toHaveValue('');
  await expect(step.zipCode).toHaveValue('');
});

test('in the middle of the phone number the caret stays where it is', async ({ page }) => {
  const { phone } = await opened(page);
  await phone.fill('5105550100');
  await phone.evaluate((input: HTMLInputElement) => {
    input.setSelectionRange(3, 3); // (51|0) 555-0100
  });
  await page.keyboard.press('Backspace');
  await expect(phone).toHaveValue('(505) 550-100');
  await expect.poll(() => caret()).toBe(2);
  await page.keyboard.press('9');
  await expect(phone).toHaveValue('(590) 555-0100');
  await expect.poll(() => caret()).toBe(3);
  await page.keyboard.press('Delete');
  await expect(phone).toHaveValue('(595) 550-100');
  await expect.poll(() => caret()).toBe(3);

  function caret(): Promise<number | null> {
    return phone.evaluate((input: HTMLInputElement) => input.selectionStart);
  }
});

for (const pasted of ['+1 510 555 0100', '1-510-555-0100', '510.555.0100', ' (510) 555 0100 ']) {
  test(`a pasted phone number "${pasted}" is taken`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { phone } = await opened(page);
    await phone.focus();
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
    await page.keyboard.press('ControlOrMeta+v');
    await expect(phone).toHaveValue('(510) 555-0100');
  });
}

for (const [pasted, shown] of [
  ['0015105550100', '(510) 555-0100'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['510 555 0100 77', '510 555 0100 77'],
] as const) {
  test(`"${pasted}" never becomes another number`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { phone, ...step } = await opened(page);
    await phone.focus();
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
    await page.keyboard.press('ControlOrMeta+v');
    await expect(phone).toHaveValue(shown);
    await step.submitButton.click();
    const fault = page.locator('#primaryPhone-error');
    await expect(fault).toHaveCount(pasted.startsWith('001') ? 0 : 1);
  });
}

test('a number of another country can be typed, and is refused', async ({ page }) => {
  const { phone, ...step } = await opened(page);
  await phone.pressSequentially('+44 20 7946 0958');
  await expect(phone).toHaveValue('+44 20 7946 0958');
  await step.submitButton.click();
  await expect(page.locator('#primaryPhone-error')).toContainText('must be in the format');
});

test('a complete number takes no further digit, and loses none', async ({ page }) => {
  const { phone, zipCode } = await opened(page);
  for (const [field, complete, at] of [
    [phone, '(510) 555-0100', 3],
    [zipCode, '94608', 2],
  ] as const) {
    await field.fill(complete);
    await field.evaluate((input: HTMLInputElement, position) => {
      input.setSelectionRange(position, position);
    }, at);
    await page.keyboard.press('9');
    await expect(field).toHaveValue(complete);
    await expect
      .poll(() => field.evaluate((input: HTMLInputElement) => input.selectionStart))
      .toBe(at);
  }
});

test('the zip code takes five digits and nothing else', async ({ page }) => {
  const { zipCode } = await opened(page);
  await zipCode.pressSequentially('9a4-6 08123');
  await expect(zipCode).toHaveValue('94608');
  await zipCode.evaluate((input: HTMLInputElement) => {
    input.setSelectionRange(1, 1);
  });
  await page.keyboard.press('x');
  await expect(zipCode).toHaveValue('94608');
  await expect
    .poll(() => zipCode.evaluate((input: HTMLInputElement) => input.selectionStart))
    .toBe(1);
});

test('curly quotes, dashes and letters of any script are taken, up to the limits', async ({
  page,
  email,
  database,
}) => {
  const guardian = aGuardian(email, {
    firstName: '  Zoë “Zo” Ann-Lee ',
    lastName: "D’Artagnan–O'Neil—Åß. 王",
  });
  const step = await opened(page);
  await step.fill(guardian);
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  expect(await database.guardians(email)).toEqual([
    expect.objectContaining({ firstName: guardian.firstName.trim(), lastName: guardian.lastName }),
  ]);
  expect((await database.family(email)).familyName).toBe(guardian.lastName);
});

test('a name may have 31 characters, and not 32', async ({ page, email }) => {
  const step = await opened(page);
  await step.fill(aGuardian(email, { firstName: 'x'.repeat(LIMITS.name + 1) }));
  await step.submit();
  await expectBanner(page, 'First name must be ≤ 31 characters.');
  await step.firstName.fill('x'.repeat(LIMITS.name));
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
});

test('an address may have 99 characters, and all the special ones', async ({
  page,
  email,
  database,
}) => {
  const special = `!#$%&'*+-/=?^_\`{|}~.${email}`;
  const longest = special.padStart(LIMITS.email, 'a');
  expect(longest).toHaveLength(LIMITS.email);
  const step = await opened(page);
  await step.fill(aGuardian(longest));
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  expect((await database.family(longest)).email).toBe(longest.toLowerCase());
});

test('a slip in the domain of the address is hinted at, and does not block', async ({ page }) => {
  const step = await opened(page);
  await step.email.fill('somebody@gmial.com');
  await expect(page.getByText('Did you mean')).toBeHidden();
  await step.zipCode.focus();
  await expect(page.getByText('Did you mean')).toBeVisible();
  await page.getByRole('button', { name: 'somebody@gmail.com' }).click();
  await expect(step.email).toHaveValue('somebody@gmail.com');
  await expect(step.email).toBeFocused();
  await expect(page.getByText('Did you mean')).toBeHidden();
});

test('fields tell the browser what they are', async ({ page }) => {
  const step = await opened(page);
  for (const [field, autocomplete] of [
    [step.firstName, 'given-name'],
    [step.lastName, 'family-name'],
    [step.email, 'email'],
    [step.zipCode, 'postal-code'],
    [step.phone, 'tel-national'],
    [step.yearOfBirth, 'bday-year'],
  ] as const) {
    await expect(field).toHaveAttribute('autocomplete', autocomplete);
  }
  await expect(step.zipCode).toHaveAttribute('inputmode', 'numeric');
});

test('a month of birth in the future is refused', async ({ page, email }) => {
  // Served as in June: the lists of years and months end with the lab's today.
  const year = aGuardian(email).yearOfBirth;
  await page.route('**/kidlab-reg/children-step', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/("today":\{"year":\d+,"month":)\d+/, '$16');
    await route.fulfill({ response, body });
  });
  const step = await reachChildren(page, email);
  const thisYear = await step.year.locator('option').nth(1).getAttribute('value');
  expect(Number(thisYear)).toBeGreaterThan(Number(year));
  await step.fill(aChild('Maya', { year: thisYear ?? '', month: 'July' }));
  await step.saveButton.click();
  await expectBanner(page, 'Your child’s month of birth can’t be in the future');
  await step.month.selectOption({ label: 'June' });
  await step.saveButton.click();
  await step.expectList('Maya');
  await expectTexts(page, `June ${String(thisYear)}`);
});

async function opened(page: ConstructorParameters<typeof GuardianPage>[0]): Promise<GuardianPage> {
  const step = new GuardianPage(page);
  await step.open();
  return step;
}
