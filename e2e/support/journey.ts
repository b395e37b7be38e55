import { expect, type Page } from '@playwright/test';

import { ChildrenPage } from './children-page.js';
import { GuardianPage } from './guardian-page.js';
import { confirmLink, newestMailTo } from './mailbox.js';
import { aGuardian, type Child, type Guardian, MAYA } from './people.js';
import { expectPage } from './texts.js';

/** Ways to the later pages, as a person goes them; each ends when its page is there. */

export async function reachChildren(
  page: Page,
  email: string,
  overrides: Partial<Guardian> = {},
): Promise<ChildrenPage> {
  const step = new GuardianPage(page);
  await step.open();
  await step.fill(aGuardian(email, overrides));
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  return new ChildrenPage(page);
}

/** Step 2 with its list shown, the children still in the browser only. */
export async function reachList(
  page: Page,
  email: string,
  children: readonly Child[] = [MAYA],
): Promise<ChildrenPage> {
  const step = await reachChildren(page, email);
  await step.saveAll(children);
  return step;
}

export async function reachAgreement(
  page: Page,
  email: string,
  children: readonly Child[] = [MAYA],
): Promise<void> {
  const step = await reachList(page, email, children);
  await step.continueButton.click();
  await expectAgreement(page);
}

export async function expectAgreement(page: Page): Promise<void> {
  await expectPage(page, '/registration-agreement', 'Participation Agreement');
  // Prerendered it has the same heading, and hears nothing of other tabs.
  await page.getByRole('button', { name: 'I agree', exact: true }).waitFor();
}

export async function agree(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I agree', exact: true }).click();
}

export async function expectVerify(page: Page): Promise<void> {
  await expectPage(page, '/verify-registration', 'Your registration is almost complete');
}

export async function reachVerify(
  page: Page,
  email: string,
  children: readonly Child[] = [MAYA],
): Promise<void> {
  await reachAgreement(page, email, children);
  await agree(page);
  await expectVerify(page);
}

/** Registers up to the mail. @returns the mailed link, not followed yet */
export async function reachMail(page: Page, email: string): Promise<string> {
  await reachVerify(page, email);
  return confirmLink(await newestMailTo(email));
}

/** Opens a mailed link that is valid. */
export async function openConfirmForm(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expectPage(page, '/confirm-registration', 'Please confirm your registration');
  await expect(page.getByLabel('Confirm email address', { exact: true })).toBeVisible();
}

export async function fillConfirmForm(page: Page, email: string, zipCode: string): Promise<void> {
  await page.getByLabel('Confirm email address', { exact: true }).fill(email);
  await page.getByLabel('Confirm zip code', { exact: true }).fill(zipCode);
}

export async function sendConfirmForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

export async function expectCongratulations(page: Page): Promise<void> {
  await expectPage(page, '/registration-confirmation', 'Congratulations!');
}

/** The whole way, to a registered family. @returns the mailed link, used up */
export async function register(page: Page, email: string): Promise<string> {
  const link = await reachMail(page, email);
  await openConfirmForm(page, link);
  await fillConfirmForm(page, email, aGuardian(email).zipCode);
  await sendConfirmForm(page);
  await expectCongratulations(page);
  return link;
}
