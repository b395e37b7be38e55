import { GuardianPage } from '../support/guardian-page.js';
import { aGuardian } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';
import { LIMITS } from '../specification.js';

test('curly quotes, dashes and letters of any script are taken, up to the limits', async ({
  page,
  email,
  database,
}) => {
  const guardian = aGuardian(email, {
    firstName: '  Zoë “Zo” Ann-Lee ',
    lastName: "D’Artagnan–O'Neil—Åß. 王",
  });
  const step = await opened(page);
  await step.fill(guardian);
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  expect(await database.guardians(email)).toEqual([
    expect.objectContaining({ firstName: guardian.firstName.trim(), lastName: guardian.lastName }),
  ]);
  expect((await database.family(email)).familyName).toBe(guardian.lastName);
});

test('an address may have 99 characters, and all the special ones', async ({
  page,
  email,
  database,
}) => {
  const special = `!#$%&'*+-/=?^_\`{|}~.${email}`;
  const longest = special.padStart(LIMITS.email, 'a');
  expect(longest).toHaveLength(LIMITS.email);
  const step = await opened(page);
  await step.fill(aGuardian(longest));
  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  expect((await database.family(longest)).email).toBe(longest.toLowerCase());
});

async function opened(page: ConstructorParameters<typeof GuardianPage>[0]): Promise<GuardianPage> {
  const step = new GuardianPage(page);
  await step.open();
  return step;
}
