import { BASE_PATH, IDEMPOTENCY_HEADER, PUBLIC_CALLS } from '@kidlab/contract';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

import { aKey } from './made-up.js';
import { confirmLink, newestMailTo } from './mailbox.js';
import { aGuardian, type Child, type Guardian, MAYA, MONTHS } from './people.js';
import { PRODUCT } from './product.js';

/** Registers by the site's API calls, for tests that start after a form was sent. */

/** Any token works: the server under test has no bot check. */
const TOKEN = 'off';

/** A child of the list, as the site keeps it until it is sent. */
interface ListedChild {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
  readonly state: 'typed';
}

/** What the site stores of a registration in the tab's session storage. */
export interface Draft {
  readonly email: string;
  readonly guid: string;
  /** `null` if the server has them all. */
  readonly children: readonly ListedChild[] | null;
  readonly awaitingConfirmation?: boolean;
}

async function send(
  request: APIRequestContext,
  method: 'POST' | 'PUT',
  path: string,
  content: { data?: object; form?: Record<string, string>; headers?: Record<string, string> },
): Promise<unknown> {
  const answer = await request.fetch(PRODUCT.origin + BASE_PATH + path, {
    method,
    ...content,
  });
  expect(answer.ok(), `${method} ${path}: ${String(answer.status())}`).toBe(true);
  return answer.json();
}

/** Sends step 1. The children are only on the list in the browser. */
export async function sendStepOne(
  request: APIRequestContext,
  email: string,
  { children = [], ...overrides }: Partial<Guardian> & { children?: readonly Child[] } = {},
): Promise<Draft> {
  const guardian = aGuardian(email, overrides);
  const values = {
    guardianFirstName: guardian.firstName,
    guardianLastName: guardian.lastName,
    email,
    zipCode: guardian.zipCode,
    primaryPhone: guardian.phone,
    relationshipToChild: guardian.relationship,
    referredBy: guardian.heardFrom,
  };
  const { guid } = (await send(request, 'POST', PUBLIC_CALLS.register, {
    data: {
      ...values,
      familyName: guardian.lastName,
      guardianEmail: email,
      recaptchaToken: TOKEN,
    },
  })) as { guid: string };
  const rows = children.map((child) => ({
    key: aKey(),
    values: {
      firstName: child.firstName,
      gender: child.gender,
      monthOfBirth: String(MONTHS.indexOf(child.month) + 1).padStart(2, '0'),
      yearOfBirth: child.year,
      whichHandId: child.hand,
      languageSpokenAtHome: child.homeLanguage,
      additionalLanguage1: child.otherLanguages[0] ?? '',
      additionalLanguage2: child.otherLanguages[1] ?? '',
    },
    state: 'typed' as const,
  }));
  return { email, guid, children: rows.length === 0 ? null : rows };
}

/** Sends step 2, which saves the children on the server. */
export async function sendChildren(request: APIRequestContext, draft: Draft): Promise<Draft> {
  for (const { key, values } of draft.children ?? []) {
    await send(request, 'POST', PUBLIC_CALLS.children, {
      data: { ...values, email: draft.email },
      headers: { [IDEMPOTENCY_HEADER]: key },
    });
  }
  return { ...draft, children: null };
}

/** Accepts the agreement. */
export async function sendAgreement(request: APIRequestContext, draft: Draft): Promise<Draft> {
  const form = { email: draft.email };
  await send(request, 'POST', PUBLIC_CALLS.sendConfirmation, { form });
  await send(request, 'PUT', PUBLIC_CALLS.updateFamilyDetails, { form });
  return { ...draft, awaitingConfirmation: true };
}

/**
 * Registers a family that has not confirmed yet, without opening a page.
 * @returns the mailed link, still unused
 */
export async function anAwaitingFamily(
  request: APIRequestContext,
  email: string,
  overrides: Partial<Guardian> = {},
): Promise<string> {
  const draft = await sendStepOne(request, email, { ...overrides, children: [MAYA] });
  await sendAgreement(request, await sendChildren(request, draft));
  return confirmLink(await newestMailTo(email));
}

/** Registers a family that has confirmed. @returns the mailed link, already used */
export async function aRegisteredFamily(
  request: APIRequestContext,
  email: string,
): Promise<string> {
  const link = await anAwaitingFamily(request, email);
  const { zipCode } = aGuardian(email);
  const path = PUBLIC_CALLS.confirmAndRegister + new URL(link).search;
  await send(request, 'POST', path, { data: { email, zipCode, recaptchaToken: TOKEN } });
  return link;
}

/** Opens a page in a tab whose storage has this registration. */
export async function openWith(page: Page, path: string, draft: Draft): Promise<void> {
  const seed = await page.addInitScript((kept) => {
    sessionStorage.setItem(
      'kidlab-reg',
      JSON.stringify({ ...kept, children: kept.children ?? [] }),
    );
  }, draft);
  await page.goto(BASE_PATH + path);
  // From now on, only the site writes to the tab's storage.
  await seed.dispose();
}
