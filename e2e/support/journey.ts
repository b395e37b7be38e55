import { expect, type Page } from '@playwright/test';

import { HEADINGS, WORDS } from '../specification.js';
import { ChildrenPage } from './children-page.js';
import { GuardianPage } from './guardian-page.js';
import { aGuardian, type Child, type Guardian, MAYA } from './people.js';
import {
  anAwaitingFamily,
  type Draft,
  openWith,
  sendAgreement,
  sendChildren,
  sendStepOne,
} from './registration-calls.js';
import { expectPage } from './texts.js';

/** Ways to the later pages. Each waits until its page is shown. */

/** Goes to step 2 with its list shown, like a person: step 1 is in the tab's history. */
export async function walkToList(
  page: Page,
  email: string,
  children: readonly Child[] = [MAYA],
): Promise<ChildrenPage> {
  const stepOne = new GuardianPage(page);
  await stepOne.open();
  await stepOne.fill(aGuardian(email));
  await stepOne.submit();
  await expectChildren(page);
  const step = new ChildrenPage(page);
  await step.saveAll(children);
  return step;
}

export async function walkToAgreement(
  page: Page,
  email: string,
  children: readonly Child[] = [MAYA],
): Promise<void> {
  const step = await walkToList(page, email, children);
  await step.continueButton.click();
  await expectAgreement(page);
}

/** Opens step 2 with its empty form. Step 1 is sent by an API call. */
export async function reachChildren(page: Page, email: string): Promise<ChildrenPage> {
  await openWith(page, '/children-step', await sendStepOne(page.request, email));
  await expectChildren(page);
  return new ChildrenPage(page);
}

/** Opens step 2 with its list shown. The children exist only in the browser. */
export async function reachList(
  page: Page,
  email: string,
  children: readonly Child[] = [MAYA],
): Promise<ChildrenPage> {
  const step = new ChildrenPage(page);
  await openWith(page, '/children-step', await sendStepOne(page.request, email, { children }));
  await step.expectList(...children.map(({ firstName }) => firstName));
  return step;
}

async function aDraft(
  page: Page,
  email: string,
  children: readonly Child[],
  overrides: Partial<Guardian> = {},
): Promise<Draft> {
  const draft = await sendStepOne(page.request, email, { ...overrides, children });
  return sendChildren(page.request, draft);
}

export async function reachAgreement(
  page: Page,
  email: string,
  children: readonly Child[] = [MAYA],
  overrides: Partial<Guardian> = {},
): Promise<void> {
  await openWith(page, '/registration-agreement', await aDraft(page, email, children, overrides));
  await expectAgreement(page);
}

async function expectChildren(page: Page): Promise<void> {
  await expectPage(page, '/children-step', 'Child Information');
  // The prerendered page has the same heading.
  await page.getByRole('main').getByRole('button').first().waitFor();
}

export async function expectAgreement(page: Page): Promise<void> {
  await expectPage(page, '/registration-agreement', 'Participation Agreement');
  // The prerendered page has the same heading, and does not listen to other tabs.
  await page.getByRole('button', { name: WORDS.agree, exact: true }).waitFor();
}

export async function agree(page: Page): Promise<void> {
  await page.getByRole('button', { name: WORDS.agree, exact: true }).click();
}

export async function expectVerify(page: Page): Promise<void> {
  await expectPage(page, '/verify-registration', HEADINGS['/verify-registration']);
}

export async function reachVerify(
  page: Page,
  email: string,
  children: readonly Child[] = [MAYA],
  overrides: Partial<Guardian> = {},
): Promise<void> {
  const draft = await aDraft(page, email, children, overrides);
  await openWith(page, '/verify-registration', await sendAgreement(page.request, draft));
  await expectVerify(page);
  // The prerendered page has the same heading.
  await expect(page.getByRole('main')).toContainText(email);
}

/** Registers by API calls, up to the email. @returns the mailed link, still unused */
export async function reachMail(page: Page, email: string): Promise<string> {
  return anAwaitingFamily(page.request, email);
}

/** Opens a mailed link that is valid. */
export async function openConfirmForm(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expectPage(page, '/confirm-registration', WORDS.confirmTitle);
  await expect(page.getByLabel(WORDS.confirmEmail, { exact: true })).toBeVisible();
}

export async function fillConfirmForm(page: Page, email: string, zipCode: string): Promise<void> {
  await page.getByLabel(WORDS.confirmEmail, { exact: true }).fill(email);
  await page.getByLabel(WORDS.confirmZipCode, { exact: true }).fill(zipCode);
}

export async function sendConfirmForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: WORDS.continue, exact: true }).click();
}

export async function expectCongratulations(page: Page): Promise<void> {
  await expectPage(page, '/registration-confirmation', HEADINGS['/registration-confirmation']);
}
