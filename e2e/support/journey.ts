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

/** Ways to the later pages; each ends when its page is there. */

/** Step 2 with its list shown, as a person comes to it: the tab has step 1 behind it. */
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

/** Step 2 with its empty form; step 1 was sent by the call. */
export async function reachChildren(page: Page, email: string): Promise<ChildrenPage> {
  await openWith(page, '/children-step', await sendStepOne(page.request, email));
  await expectChildren(page);
  return new ChildrenPage(page);
}

/** Step 2 with its list shown, the children still in the browser only. */
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
  // Prerendered it has the same heading.
  await page.getByRole('main').getByRole('button').first().waitFor();
}

export async function expectAgreement(page: Page): Promise<void> {
  await expectPage(page, '/registration-agreement', 'Participation Agreement');
  // Prerendered it has the same heading, and hears nothing of other tabs.
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
  // Prerendered it has the same heading.
  await expect(page.getByRole('main')).toContainText(email);
}

/** Registers up to the mail, by calls. @returns the mailed link, not followed yet */
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
