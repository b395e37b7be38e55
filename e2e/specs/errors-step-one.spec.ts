import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { fakeAnswer, loseAnswer, loseRequest } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import { reachVerify } from '../support/journey.js';
import { aGuardian } from '../support/people.js';
import { aRegisteredFamily } from '../support/registration-calls.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

const REGISTER = '**/families/registerAndLinkGuardian';
const CONTACT = 'If you need help, please contact kidlab-support@localhost.';
const CONNECTION_LOST =
  'We could not reach the server. Please check your internet connection and try again.';

async function send(step: GuardianPage, email: string): Promise<void> {
  await step.open();
  await step.fill(aGuardian(email));
  await step.submit();
}

test('an address that awaits confirmation is refused, and nothing is mailed twice', async ({
  page,
  email,
  database,
  browserLog,
  otherBrowser,
}) => {
  browserLog.announce(ANSWER(409));
  await reachVerify(page, email);
  const stranger = await otherBrowser.newPage();
  await send(new GuardianPage(stranger), email.toUpperCase());
  await expectBanner(
    stranger,
    `Looks like you are registered but need to confirm your email address. Please check your email and look for an email from the lab to confirm your registration. ${CONTACT}`,
  );
  await expect(stranger.getByRole('link', { name: 'kidlab-support@localhost' })).toHaveAttribute(
    'href',
    'mailto:kidlab-support@localhost',
  );
  expect((await database.family(email)).state).toBe('awaiting');
  expect(await database.queuedMails(email)).toBe(1);
});

test('an address that is registered is refused', async ({
  page,
  email,
  database,
  browserLog,
  otherBrowser,
}) => {
  browserLog.announce(ANSWER(409));
  await aRegisteredFamily(page.request, email);
  const stranger = await otherBrowser.newPage();
  await send(new GuardianPage(stranger), email);
  await expectBanner(stranger, `This email address is already registered. ${CONTACT}`);
  expect((await database.family(email)).state).toBe('registered');
});

test('what the server finds wrong with a field is told at the field', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(400));
  await page.route(REGISTER, async (route) => {
    const sent = route.request().postDataJSON() as Record<string, string>;
    await route.continue({ postData: JSON.stringify({ ...sent, primaryPhone: '12' }) });
  });
  const step = new GuardianPage(page);
  await send(step, email);
  await expectBanner(page, 'Primary phone number must be in the format: (123) 456-7890.');
  await expect(step.phone).toHaveAttribute('aria-invalid', 'true');
  expect(await database.families(email)).toEqual([]);
});

test('a server that fails is told of in its own words, or in ours', async ({
  page,
  email,
  browserLog,
}) => {
  browserLog.announce(ANSWER(500), ANSWER(503));
  await fakeAnswer(page, REGISTER, { status: 500, body: '<h1>Bad</h1>', contentType: 'text/html' });
  const step = new GuardianPage(page);
  await send(step, email);
  await expectBanner(page, 'Something went wrong on our side. Please try again.');

  await fakeAnswer(page, REGISTER, {
    status: 503,
    contentType: 'application/json',
    body: '{"statusCode":503,"message":"We are moving house."}',
  });
  await step.submit();
  await expectBanner(page, 'We are moving house.');
});

test('an answer without a guid is told of with the message that came instead', async ({
  page,
  email,
}) => {
  await fakeAnswer(page, REGISTER, {
    status: 200,
    contentType: 'application/json',
    body: '{"message":"Please come back tomorrow."}',
  });
  await send(new GuardianPage(page), email);
  await expectBanner(page, 'Please come back tomorrow.');
});

for (const [what, lose] of [
  ['request', loseRequest],
  ['answer', loseAnswer],
] as const) {
  test(`a lost ${what} loses nothing that was typed, and the next try makes one family`, async ({
    page,
    email,
    database,
    browserLog,
  }) => {
    browserLog.announce(NO_ANSWER);
    await lose(page, REGISTER);
    const step = new GuardianPage(page);
    await send(step, email);
    await expectBanner(page, CONNECTION_LOST);
    const guardian = aGuardian(email);
    await expect(step.firstName).toHaveValue(guardian.firstName);
    await expect(step.phone).toHaveValue(guardian.phone);
    await expect(step.yearOfBirth).toHaveValue(guardian.yearOfBirth);

    await step.submit();
    await expectPage(page, '/children-step', 'Child Information');
    expect(await database.families(email)).toHaveLength(1);
    expect(await database.guardians(email)).toHaveLength(1);
  });
}
