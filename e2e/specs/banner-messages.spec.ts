import type { BrowserContext, Page } from '@playwright/test';

import { ANSWER, type BrowserLog, NO_ANSWER } from '../support/browser-log.js';
import { fakeAnswer, loseRequest } from '../support/faults.js';
import { ChildrenPage } from '../support/children-page.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  fillConfirmForm,
  openConfirmForm,
  reachAgreement,
  reachChildren,
  reachList,
  reachMail,
  sendConfirmForm,
} from '../support/journey.js';
import { aGuardian } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { banner, expectBanner } from '../support/texts.js';
import { BANNER_MESSAGES, type BannerMessage } from '../specification.js';

const CONTACT = 'If you need help, please contact kidlab-support@localhost.';
const REGISTER = '**/families/registerAndLinkGuardian';

interface Situation {
  readonly page: Page;
  readonly email: string;
  readonly browserLog: BrowserLog;
  readonly otherBrowser: BrowserContext;
}

async function submitStepOne({ page, email }: Situation): Promise<void> {
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email));
  await step.submit();
}

async function continueWithout({ page, email }: Situation, entry: string): Promise<void> {
  const step = await reachList(page, email);
  await page.evaluate((key) => {
    sessionStorage.removeItem(key);
  }, `kidlab-reg.${entry}`);
  await step.continueButton.click();
}

/** How each message comes about. @returns the sentences that follow it */
const PROVOCATIONS: Record<
  Exclude<BannerMessage, 'botCheckNotReady'>,
  (situation: Situation) => Promise<string[]>
> = {
  unexpectedError: async (situation) => {
    situation.browserLog.announce(ANSWER(400));
    await fakeAnswer(situation.page, REGISTER, { status: 400 });
    await submitStepOne(situation);
    return [];
  },
  unexpectedResponse: async (situation) => {
    await fakeAnswer(situation.page, REGISTER, {
      status: 201,
      contentType: 'application/json',
      body: '{}',
    });
    await submitStepOne(situation);
    return [];
  },
  addAChild: async ({ page, email }) => {
    const step = await reachChildren(page, email);
    await step.cancelFormButton.click();
    await step.continueButton.click();
    return [];
  },
  emailMissing: async (situation) => {
    await continueWithout(situation, 'email');
    return [];
  },
  guidMissing: async (situation) => {
    await continueWithout(situation, 'guid');
    return [];
  },
  awaitingConfirmation: async ({ page, email }) => {
    await reachAgreement(page, email);
    // Agreed to by this browser, in a way of which this tab has not heard.
    await page.request.post('/kidlab-reg/registration/send-confirmation-email', {
      form: { email },
    });
    await page.getByRole('link', { name: 'Change your children' }).click();
    await new ChildrenPage(page).continueButton.click();
    return [CONTACT];
  },
  validationFailed: async ({ page, email, browserLog }) => {
    browserLog.announce(NO_ANSWER);
    const step = await reachList(page, email);
    await loseRequest(page, '**/families/guid?*');
    await step.continueButton.click();
    return [];
  },
  childSaveFailed: async ({ page, email, browserLog }) => {
    browserLog.announce(NO_ANSWER);
    const step = await reachList(page, email);
    await loseRequest(page, '**/kidlab-reg/children', 'POST');
    await step.continueButton.click();
    return [];
  },
  confirmFailed: async ({ page, email }) => {
    await openConfirmForm(page, await reachMail(page, email));
    await fillConfirmForm(page, email, '94608');
    // An error of the browser that has nothing to say for itself.
    await page.evaluate(() => {
      const { stringify } = JSON;
      JSON.stringify = (value: unknown) => {
        if (typeof value === 'object' && value !== null && 'zipCode' in value) throw new Error('');
        return stringify(value);
      };
    });
    await sendConfirmForm(page);
    return [];
  },
};

for (const [key, provoke] of Object.entries(PROVOCATIONS)) {
  const message = BANNER_MESSAGES[key as keyof typeof PROVOCATIONS];
  test(`the banner says: ${message}`, async ({ page, email, browserLog, otherBrowser }) => {
    const following = await provoke({
      page,
      email,
      browserLog,
      otherBrowser,
    });
    await expectBanner(page, message, ...following);
    await expect(banner(page)).toBeFocused();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
}
