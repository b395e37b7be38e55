import { expect, test } from 'vitest';

import { STAFF_MESSAGES } from '../src/common/messages.js';
import { Family } from '../src/families/family.entity.js';
import { lockUsers } from '../src/users/users.repository.js';
import { useTestApp } from './app.js';
import { anEmail } from './factories.js';
import { untilWaitingForLock } from './locks.js';
import { Registrant } from './registrant.js';
import { aFamilyPayload, aGuardianPayload, type Answer, only, StaffDesk } from './staff-records.js';

const product = useTestApp();

test('an erasure spares a draft whose address changes while the erasure waits for its lock', async () => {
  const desk = await new StaffDesk(product).signIn({ isUserAdmin: true });
  const { email, guid } = await Registrant.begin(product);
  const corrected = anEmail();
  let erasure: Promise<unknown> | undefined;

  await product.dataSource.transaction(async (manager) => {
    await manager.query('UPDATE families SET email = $1 WHERE guid = $2', [corrected, guid]);
    await manager.query('UPDATE guardians SET email = $1 WHERE email = $2', [corrected, email]);
    erasure = desk.call('post', '/privacy/erasures', { email, confirmation: email, families: [] });
    await untilWaitingForLock(product);
  });
  await erasure;

  const drafts = await product.dataSource.getRepository(Family).findBy({ guid });
  expect(drafts.map((draft) => draft.email)).toEqual([corrected]);
});

test('an erased guardian’s family gets the other’s address, even from a draft', async () => {
  const desk = await new StaffDesk(product).signIn({ isUserAdmin: true });
  const { email: other } = await Registrant.begin(product);
  const email = anEmail();
  const own = aGuardianPayload({ email });
  const partner = aGuardianPayload({ email: other, isPrimaryIndicator: 'N' });
  const { guid } = await desk.family({ email, guardians: [own, partner] });
  const families = [{ guid, scope: 'guardian' }];

  const request = { email, confirmation: email, families };
  const answer = await desk.call('post', '/privacy/erasures', request);

  expect(answer.status).toBe(201);
  expect((await desk.read({ guid })).email).toBe(other);
});

test('of two guardians of a family who are erased at the same moment, one stays', async () => {
  const desk = await new StaffDesk(product).signIn({ isUserAdmin: true });
  for (let round = 0; round < 8; round += 1) {
    const emails = [anEmail(), anEmail()];
    const guardians = emails.map((email, index) =>
      aGuardianPayload({ email, isPrimaryIndicator: index === 0 ? 'Y' : 'N' }),
    );
    const { guid } = await desk.family({ email: emails[round % 2] ?? '', guardians });
    const families = [{ guid, scope: 'guardian' }];
    const answers = await Promise.all(
      emails.map((email) =>
        desk.call('post', '/privacy/erasures', { email, confirmation: email, families }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  }
});

test.each(['added to a family', 'added with a family', 'given the address'])(
  'a guardian who is %s during its erasure is refused',
  async (how) => {
    const desk = await new StaffDesk(product).signIn({ isUserAdmin: true });
    const family = await desk.family();
    const email = anEmail();
    const guardian = aGuardianPayload({ email, familyId: family.id });
    const calls: Record<string, () => Promise<Answer>> = {
      'added to a family': () => desk.call('post', '/guardians', guardian),
      'added with a family': () =>
        desk.call('post', '/families', aFamilyPayload({ guardians: [guardian] })),
      'given the address': () =>
        desk.call('put', `/guardians/${String(only(family.guardians).id)}`, { email }),
    };
    let erasing: Promise<Answer> | undefined;
    let saving: Promise<Answer | undefined> | undefined;

    await product.dataSource.transaction(async (manager) => {
      // The erasure has looked for the address, and waits for this lock before it blocks it.
      await lockUsers(manager);
      const request = { email, confirmation: email, families: [] };
      erasing = desk.call('post', '/privacy/erasures', request);
      await untilWaitingForLock(product);
      saving = calls[how]?.();
      await Promise.race([saving, untilWaitingForLock(product, 2)]);
    });

    expect((await erasing)?.status).toBe(201);
    expect(await saving).toMatchObject({
      status: 409,
      body: { message: STAFF_MESSAGES.addressErased },
    });
  },
);
