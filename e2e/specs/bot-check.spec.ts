import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { countRequests } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  expectCongratulations,
  fillConfirmForm,
  openConfirmForm,
  reachMail,
  sendConfirmForm,
} from '../support/journey.js';
import { aGuardian } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

const NOT_READY = 'reCAPTCHA not ready, please try again.';
const CONNECTION_LOST =
  'We could not reach the server. Please check your internet connection and try again.';
const FAILED = 'The bot check failed, please try again.';
const CHALLENGE = '**/registration/challenge';

test('the check is asked for at the first focus of a field, and not before', async ({ page }) => {
  const count = countRequests(page, (request) => request.url().endsWith('/challenge'));
  const step = new GuardianPage(page);
  await step.open();
  expect(count()).toBe(0);
  const asked = page.waitForRequest(CHALLENGE);
  await step.firstName.focus();
  await asked;
  await step.lastName.focus();
  expect(count()).toBe(1);
});

test('step 1 says when the check is not ready, and goes on once it is', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(ANSWER(503));
  await page.route(CHALLENGE, (route) => route.fulfill({ status: 503 }));
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email));
  await step.submit();
  await expectBanner(page, NOT_READY);
  await expect(step.submitButton).toHaveText('Continue');
  await page.unroute(CHALLENGE);
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
});

test('the confirm form says when the check is not ready, and goes on once it is', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(ANSWER(503));
  await openConfirmForm(page, await reachMail(page, email));
  await page.route(CHALLENGE, (route) => route.fulfill({ status: 503 }));
  await fillConfirmForm(page, email, '94608');
  await sendConfirmForm(page);
  await expectBanner(page, NOT_READY);
  await page.unroute(CHALLENGE);
  await sendConfirmForm(page);
  await expectCongratulations(page);
});

test('step 1 without a connection says so, and goes on with one', async ({
  page,
  context,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  const step = new GuardianPage(page);
  await step.open();
  await context.setOffline(true);
  await step.fill(aGuardian(email));
  await step.submit();
  await expectBanner(page, CONNECTION_LOST);
  await context.setOffline(false);
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
});

test('the confirm form without a connection says so, and goes on with one', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await openConfirmForm(page, await reachMail(page, email));
  await page.route(CHALLENGE, (route) => route.abort('internetdisconnected'));
  await fillConfirmForm(page, email, '94608');
  await sendConfirmForm(page);
  await expectBanner(page, CONNECTION_LOST);
  await page.unroute(CHALLENGE);
  await sendConfirmForm(page);
  await expectCongratulations(page);
});

for (const [what, spoil] of [
  ['a token that is none', () => 'nonsense'],
  ['a token whose solution is wrong', spoilSolution],
] as const) {
  test(`step 1 says that ${what} failed, and the next try has a fresh one`, async ({
    page,
    email,
    database,
    browserLog,
  }) => {
    browserLog.announce(ANSWER(400));
    await page.route(
      '**/families/registerAndLinkGuardian',
      async (route) => {
        const sent = route.request().postDataJSON() as { recaptchaToken: string };
        const recaptchaToken = spoil(sent.recaptchaToken);
        await route.continue({ postData: JSON.stringify({ ...sent, recaptchaToken }) });
      },
      { times: 1 },
    );
    const step = new GuardianPage(page);
    await step.open();
    await step.fill(aGuardian(email));
    await step.submit();
    await expectBanner(page, FAILED);
    expect(await database.families(email)).toEqual([]);
    await step.submit();
    await expectPage(page, '/children-step', 'Child Information');
  });
}

test('a token counts once', async ({ page, email, browserLog, database }) => {
  browserLog.announce(ANSWER(400));
  let used = '';
  await page.route('**/families/registerAndLinkGuardian', async (route) => {
    const sent = route.request().postDataJSON() as { recaptchaToken: string };
    used = used === '' ? sent.recaptchaToken : used;
    await route.continue({ postData: JSON.stringify({ ...sent, recaptchaToken: used }) });
  });
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email));
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  await page.goBack();
  await step.expectReady();
  await step.lastName.fill('Marlowe');
  await step.yearOfBirth.selectOption(aGuardian(email).yearOfBirth);
  await step.submit();
  await expectBanner(page, FAILED);
  expect((await database.family(email)).familyName).toBe(aGuardian(email).lastName);
});

function spoilSolution(token: string): string {
  const { challenge, solution } = JSON.parse(atob(token)) as {
    challenge: unknown;
    solution: { counter: number; derivedKey: string };
  };
  return btoa(
    JSON.stringify({
      challenge,
      solution: { ...solution, counter: solution.counter + 1, derivedKey: '00' },
    }),
  );
}
