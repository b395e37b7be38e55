import type { Page, Request } from '@playwright/test';

import {
  agree,
  expectCongratulations,
  expectVerify,
  fillConfirmForm,
  openConfirmForm,
  walkToAgreement,
  sendConfirmForm,
} from '../support/journey.js';
import { confirmLink, newestMailTo } from '../support/mailbox.js';
import { aGuardian, LEO } from '../support/people.js';
import { CHECKED } from '../support/product.js';
import { expect, test } from '../support/test.js';
import { AUDIT_ACTOR } from '../specification.js';

/** The calls of section 7 of the specification: method, path, encoding, payload, order. */

test.use({ baseURL: CHECKED.origin });

/** The beginning of a JSON object in base64. */
const A_SOLUTION: unknown = expect.stringMatching(/^eyJ/);

function recordCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    // These two calls are not in the specification.
    const isOurs = /\/registration\/(challenge|draft)$/.test(new URL(request.url()).pathname);
    if (request.resourceType() === 'fetch' && !isOurs) calls.push(request);
  });
  return calls;
}

const line = (request: Request): string => {
  const { pathname, searchParams } = new URL(request.url());
  return [request.method(), pathname, ...searchParams.keys()].join(' ');
};

const json = (request: Request | undefined): unknown => request?.postDataJSON();

test('a registration makes the specified calls in the specified order', async ({ page, email }) => {
  const calls = recordCalls(page);
  await walkToAgreement(page, email, [LEO]);
  await agree(page);
  await expectVerify(page);
  const link = new URL(confirmLink(await newestMailTo(email)));
  await openConfirmForm(page, CHECKED.origin + link.pathname + link.search);
  await fillConfirmForm(page, email, '94608');
  await sendConfirmForm(page);
  await expectCongratulations(page);

  expect(calls.map(line)).toEqual([
    'POST /kidlab-reg/families/registerAndLinkGuardian',
    'GET /kidlab-reg/families/guid email',
    'POST /kidlab-reg/children',
    'POST /kidlab-reg/registration/send-confirmation-email',
    'PUT /kidlab-reg/registration/update-family-details',
    'GET /kidlab-reg/families/confirm guid',
    'POST /kidlab-reg/families/confirmAndRegister guid',
  ]);
  const [register, guid, child, send, update, check, confirm] = calls;

  const guardian = aGuardian(email);
  expect(json(register)).toEqual({
    recaptchaToken: A_SOLUTION,
    email,
    zipCode: guardian.zipCode,
    familyName: guardian.lastName,
    referredBy: guardian.heardFrom,
    guardianFirstName: guardian.firstName,
    guardianLastName: guardian.lastName,
    guardianEmail: email,
    primaryPhone: guardian.phone,
    relationshipToChild: guardian.relationship,
  });
  expect(new URL(guid?.url() ?? '').searchParams.get('email')).toBe(email);

  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(json(child)).toEqual({
    email,
    firstName: 'Leo',
    gender: 'Male',
    monthOfBirth: '12',
    yearOfBirth: LEO.year,
    whichHandId: "Don't know",
    languageSpokenAtHome: 'Spanish',
    additionalLanguage1: 'English',
    additionalLanguage2: 'Chinese (Mandarin)',
    createdDate: moment,
    createdBy: AUDIT_ACTOR,
    modifiedDate: moment,
    modifiedBy: AUDIT_ACTOR,
  });

  for (const call of [send, update]) {
    const type = await call?.headerValue('content-type');
    expect(type).toMatch(/^application\/x-www-form-urlencoded/);
    expect([...new URLSearchParams(call?.postData() ?? '')]).toEqual([['email', email]]);
  }
  const token = link.searchParams.get('guid');
  for (const call of [check, confirm]) {
    expect(new URL(call?.url() ?? '').searchParams.get('guid')).toBe(token);
  }
  expect(json(confirm)).toEqual({
    email,
    zipCode: '94608',
    recaptchaToken: A_SOLUTION,
  });
});
