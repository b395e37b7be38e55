import { ChildrenPage } from '../support/children-page.js';
import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { fakeAnswer, loseAnswer, loseRequest } from '../support/faults.js';
import { expectAgreement, reachChildren, reachList } from '../support/journey.js';
import { aChild, LEO, MAYA } from '../support/people.js';
import { openTwin } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { banner, expectBanner } from '../support/texts.js';

const CHILDREN = '**/kidlab-reg/children';
const SAVE_FAILED = 'There was an error submitting your registration. Please try again.';

for (const [what, lose] of [
  ['request', loseRequest],
  ['answer', loseAnswer],
] as const) {
  test(`when the ${what} of a child is lost, the next try doubles no child`, async ({
    page,
    email,
    database,
    browserLog,
  }) => {
    browserLog.announce(NO_ANSWER);
    const step = await reachList(page, email, [MAYA, LEO]);
    await lose(page, CHILDREN, 'POST');
    await step.continueButton.click();
    await expectBanner(page, SAVE_FAILED);
    await step.expectList('Maya', 'Leo');

    await step.continueButton.click();
    await expectAgreement(page);
    expect(await database.childNames(email)).toEqual(['Maya', 'Leo']);
  });
}

test('a child whose answer was lost is changed, not added, when it is sent again', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  const step = await reachList(page, email, [MAYA]);
  await loseAnswer(page, CHILDREN, 'POST');
  await step.continueButton.click();
  await expectBanner(page, SAVE_FAILED);
  await step.edit('Maya').click();
  await step.save(aChild('Maja'));
  await step.continueButton.click();
  await expectAgreement(page);
  expect(await database.childNames(email)).toEqual(['Maja']);
});

test('a child whose answer was lost and that is then deleted does not stay behind', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  const step = await reachList(page, email, [MAYA, LEO]);
  await loseAnswer(page, CHILDREN, 'POST');
  await step.continueButton.click();
  await expectBanner(page, SAVE_FAILED);
  expect(await database.childNames(email)).toEqual(['Maya']);
  await step.delete('Maya').click();
  await step.continueButton.click();
  await expectAgreement(page);
  expect(await database.childNames(email)).toEqual(['Leo']);
});

test('a server that fails leaves the list as it is', async ({ page, email, browserLog }) => {
  browserLog.announce(ANSWER(500));
  const step = await reachList(page, email, [MAYA]);
  await fakeAnswer(page, '**/families/guid?*', { status: 500 });
  await step.continueButton.click();
  await expectBanner(page, 'There was an error validating your registration. Please try again.');
  await fakeAnswer(page, CHILDREN, { status: 500 });
  await step.continueButton.click();
  await expectBanner(page, SAVE_FAILED);
  await step.expectList('Maya');
  await step.continueButton.click();
  await expectAgreement(page);
});

test('a sixth child, come by way of two tabs, is refused with the reason', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(409));
  const step = await reachChildren(page, email);
  const twin = await openTwin(page);
  const twinStep = new ChildrenPage(twin);
  await twinStep.saveAll([aChild('Tom'), aChild('Zoë'), aChild('Max')]);
  await step.saveAll([MAYA, LEO, aChild('Ana')]);
  await step.continueButton.click();
  await expectAgreement(page);

  await twinStep.expectList('Tom', 'Zoë', 'Max', 'Maya', 'Leo', 'Ana');
  await twinStep.continueButton.click();
  await expectBanner(twin, SAVE_FAILED, 'A family can register at most 5 children.');
  expect(await database.childNames(email)).toEqual(['Maya', 'Leo', 'Ana', 'Tom', 'Zoë']);
});

test('the banner goes when the list is changed', async ({ page, email }) => {
  const step = await reachChildren(page, email);
  await step.cancelFormButton.click();
  await step.continueButton.click();
  await expectBanner(page, 'Please add at least one child to continue.');
  await step.addButton.click();
  await expect(banner(page)).toBeHidden();
  await expect(page).toHaveTitle(/^Child Information/);
});
