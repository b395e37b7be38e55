import { NO_ANSWER } from '../support/browser-log.js';
import { loseAnswer } from '../support/faults.js';
import { expectAgreement, reachList } from '../support/journey.js';
import { aChild, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectBanner } from '../support/texts.js';

const CHILDREN = '**/kidlab-reg/children';
const SAVE_FAILED = 'There was an error submitting your registration. Please try again.';

test('when the response to a child is lost, the retry does not duplicate the child', async ({
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
  await step.expectList('Maya', 'Leo');

  await step.continueButton.click();
  await expectAgreement(page);
  expect(await database.childNames(email)).toEqual(['Maya', 'Leo']);
});

test('a child whose response was lost is changed or deleted, not added again', async ({
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

  await loseAnswer(page, CHILDREN, 'POST');
  await step.continueButton.click();
  await expectBanner(page, SAVE_FAILED);
  expect(await database.childNames(email)).toEqual(['Leo']);
  await step.edit('Leo').click();
  await step.save(aChild('Leon'));
  await step.continueButton.click();
  await expectAgreement(page);
  expect(await database.childNames(email)).toEqual(['Leon']);
});
