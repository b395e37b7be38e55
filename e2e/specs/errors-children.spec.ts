import { ChildrenPage } from '../support/children-page.js';
import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { loseAnswer, loseRequest } from '../support/faults.js';
import { expectAgreement, reachChildren, reachList } from '../support/journey.js';
import { aChild, LEO, MAYA } from '../support/people.js';
import { openTwin } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { expectBanner } from '../support/texts.js';

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
