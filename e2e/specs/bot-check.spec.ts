import { MESSAGES } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { countRequests, holdRequests } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  expectCongratulations,
  fillConfirmForm,
  openConfirmForm,
  sendConfirmForm,
} from '../support/journey.js';
import { settled } from '../support/layout.js';
import { aGuardian } from '../support/people.js';
import { CHECKED } from '../support/product.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage, expectTexts } from '../support/texts.js';
import { BANNER_MESSAGES } from '../specification.js';

const NOT_READY = BANNER_MESSAGES.botCheckNotReady;
const FAILED = 'The bot check failed, please try again.';
const CHALLENGE = '**/registration/challenge';

// The only server with the bot check.
test.use({ baseURL: CHECKED.origin });

/** Opens a mailed link on the server with the bot check. */
async function openCheckedForm(page: Page, email: string): Promise<void> {
  const link = new URL(await anAwaitingFamily(page.request, email));
  await openConfirmForm(page, CHECKED.origin + link.pathname + link.search);
}

test('the bot check starts when a field first gets the focus, not before', async ({ page }) => {
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

test('step 1 shows an error while the check is not ready, and continues when it is', async ({
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

test('the confirm form shows an error while the check is not ready, and continues when it is', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(ANSWER(503));
  await openCheckedForm(page, email);
  await page.route(CHALLENGE, (route) => route.fulfill({ status: 503 }));
  await fillConfirmForm(page, email, '94608');
  await sendConfirmForm(page);
  await expectBanner(page, NOT_READY);
  await page.unroute(CHALLENGE);
  await sendConfirmForm(page);
  await expectCongratulations(page);
});

test('step 1 shows an error while offline, and continues when online again', async ({
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
  await expectBanner(page, MESSAGES.connectionLost);
  await context.setOffline(false);
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
});

test('step 1 reports a failed check, and the next try uses a new token', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(400));
  const tokens: string[] = [];
  await page.route('**/families/registerAndLinkGuardian', async (route) => {
    const sent = route.request().postDataJSON() as { recaptchaToken: string };
    tokens.push(sent.recaptchaToken);
    const recaptchaToken =
      tokens.length === 1 ? spoilSolution(sent.recaptchaToken) : sent.recaptchaToken;
    await route.continue({ postData: JSON.stringify({ ...sent, recaptchaToken }) });
  });
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email));
  await step.submit();
  await expectBanner(page, FAILED);
  expect(await database.families(email)).toEqual([]);
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  expect(new Set(tokens).size).toBe(2);
});

test('the form waits for a slow bot check and uses its token', async ({ page, email }) => {
  await page.clock.install();
  const step = new GuardianPage(page);
  await step.open();
  // Delays the worker that solves the challenge, as on a slow phone.
  const held = await holdRequests(page, '**/altcha.worker-*.js');
  const challenges = countRequests(page, (request) => request.url().endsWith('/challenge'));
  const asked = page.waitForResponse(CHALLENGE);
  await step.fill(aGuardian(email));
  await step.submit();
  await expect(step.submitButton).toHaveText('Submitting...');
  await asked;
  await page.clock.fastForward('01:00');
  await expect(step.submitButton).toHaveText('Submitting...');
  held.release();
  await expectPage(page, '/children-step', 'Child Information');
  expect(challenges()).toBe(1);
});

test('a solution that expires while the form is filled in is not sent', async ({ page, email }) => {
  await page.clock.install();
  const challenges = countRequests(page, (request) => request.url().endsWith('/challenge'));
  const step = new GuardianPage(page);
  await step.open();
  const asked = page.waitForResponse(CHALLENGE);
  await step.fill(aGuardian(email));
  await asked;
  await page.clock.fastForward('24:00:00');
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  expect(challenges()).toBe(2);
});

test('a bot check whose worker did not load is retried', async ({ page, email, browserLog }) => {
  browserLog.announce(NO_ANSWER);
  const worker = '**/altcha.worker-*.js';
  await page.route(worker, (route) => route.abort());
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email));
  await step.submit();
  await expectBanner(page, NOT_READY);
  await page.unroute(worker);
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
});

test('the landing page loads neither the app nor the bot check', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    requested.push(`${request.resourceType()} ${new URL(request.url()).pathname}`);
  });
  await page.goto('/kidlab-reg/');
  await expectPage(page, '/', 'Welcome to Kid Lab');
  await expectTexts(page, 'Eligibility declaration');
  // Once the page is loaded and idle, it has sent every request that it sends by itself.
  await settled(page);
  expect(requested.filter((request) => /challenge|altcha/.test(request))).toEqual([]);
  expect(requested.filter((request) => request.startsWith('fetch'))).toEqual([]);
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
