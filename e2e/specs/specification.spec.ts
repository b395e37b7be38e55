import { ChildrenPage } from '../support/children-page.js';
import { holdAnswer } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import { expectAgreement, openConfirmForm, reachChildren, reachMail } from '../support/journey.js';
import { aGuardian, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage, expectTexts } from '../support/texts.js';
import { CHOICES, DEFAULT_LANGUAGE, HEADINGS, WORDS, YEARS } from '../specification.js';

test('each page has the heading of the specification', async ({ page }) => {
  for (const [path, heading] of Object.entries(HEADINGS)) {
    await page.goto(`/kidlab-reg${path}`);
    await expectPage(page, path, heading);
  }
});

test('every word that the specification quotes stands where it says', async ({ page, email }) => {
  const seen = new Set<string>();
  const expectWords = async (...words: (keyof typeof WORDS)[]): Promise<void> => {
    await expectTexts(page, ...words.map((word) => WORDS[word]));
    for (const word of words) seen.add(word);
  };

  await page.goto('/kidlab-reg/');
  await expectWords('continue');

  const stepOne = new GuardianPage(page);
  await stepOne.open();
  await expectWords('step1', 'step2', 'step3', 'continue');
  await stepOne.submit();
  await expectWords('bannerHeading');
  await stepOne.fill(aGuardian(email));
  const held = await holdAnswer(page, '**/families/registerAndLinkGuardian');
  await stepOne.submit();
  await expectWords('submitting');
  held.release();

  await expectPage(page, '/children-step', 'Child Information');
  const stepTwo = new ChildrenPage(page);
  await expectWords('cancel');
  await stepTwo.cancelFormButton.click();
  await expectWords('addChild', 'continue');
  await stepTwo.addButton.click();
  await stepTwo.save(MAYA);
  await expectWords('addAnotherChild', 'edit', 'delete', 'continue');
  await stepTwo.continueButton.click();

  await expectAgreement(page);
  await expectWords('agree', 'disagree');
  await page.getByRole('button', { name: WORDS.disagree, exact: true }).click();
  await expectPage(page, '/cancel-registration', HEADINGS['/cancel-registration']);
  await expectWords('signUp');

  await openConfirmForm(page, await reachMail(page, email));
  await expectWords('confirmTitle', 'confirmEmail', 'confirmZipCode', 'continue');
  await page.goto('/kidlab-reg/confirm-registration');
  await expectWords('accountNoLongerValid');
  await page.goto('/kidlab-reg/no-such-page');
  await expectWords('unexpectedError');

  expect([...seen].sort()).toEqual(Object.keys(WORDS).sort());
});

test('the lists of step 1 offer what the specification lists', async ({ page }) => {
  const step = new GuardianPage(page);
  await step.open();
  const offered = async (list: typeof step.relationship): Promise<string[]> =>
    (await list.locator('option').allTextContents()).slice(1);

  await expect.poll(() => offered(step.relationship)).toEqual(CHOICES.relationship);
  const heardFrom = await offered(step.heardFrom);
  expect(heardFrom).toHaveLength(CHOICES.heardFrom.length);
  expect(heardFrom.map((text, index) => (CHOICES.heardFrom[index] === null ? null : text))).toEqual(
    CHOICES.heardFrom,
  );
  const years = (await offered(step.yearOfBirth)).map(Number);
  expect(years).toHaveLength(YEARS.parent.first - YEARS.parent.last + 1);
  expect([years[0], years.at(-1)]).toEqual([YEARS.parent.first, YEARS.parent.last]);
  await expectTexts(page, 'Bay Area only');
});

test('the lists of step 2 offer what the specification lists', async ({ page, email }) => {
  const step = await reachChildren(page, email);
  const offered = async (list: typeof step.gender): Promise<string[]> =>
    (await list.locator('option').allTextContents()).slice(1);

  await expect.poll(() => offered(step.gender)).toEqual(CHOICES.gender);
  await expect.poll(() => offered(step.hand)).toEqual(CHOICES.hand);
  for (const list of [step.homeLanguage, step.language1, step.language2]) {
    await expect.poll(() => offered(list)).toEqual(CHOICES.language);
  }
  await expect(step.homeLanguage).toHaveValue(DEFAULT_LANGUAGE);
  const { first, last } = YEARS.child;
  await expect
    .poll(async () => (await offered(step.year)).map(Number))
    .toEqual(Array.from({ length: first - last + 1 }, (_, index) => first - index));
  const months = await step.month
    .locator('option')
    .evaluateAll((options) =>
      options.slice(1).map((option) => (option as HTMLOptionElement).value),
    );
  expect(months.join(' ')).toBe('01 02 03 04 05 06 07 08 09 10 11 12');
});
