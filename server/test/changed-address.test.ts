import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffFamilyDetails, StaffGuardian } from '@kidlab/contract';
import type { Response } from 'supertest';

import { STAFF_MESSAGES } from '../src/common/messages.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { Family } from '../src/families/family.entity.js';
import { useTestApp } from './app.js';
import { anEmail } from './factories.js';
import { untilWaitingForLock } from './locks.js';
import { Registrant } from './registrant.js';
import { aChildPayload, only, StaffDesk } from './staff-records.js';

const UNKNOWN = { valid: false, reason: 'unknown' };

describe('mail to an address that staff have corrected since', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);

  const remove = (guid: string): Promise<Response> =>
    Promise.resolve(
      product.browser().post('/kidlab-reg/registration/remove-my-data').query({ guid }),
    );

  /** Staff change the address. @returns the registrant with the new address. */
  async function correct(registrant: Registrant, email = anEmail()): Promise<Registrant> {
    await desk.signIn();
    const { guid } = registrant;
    const answer = await desk.call('put', `/families/updateByGuid/${guid}`, { email });
    expect(answer.status).toBe(200);
    await product.deliver();
    return Object.assign(Object.create(registrant) as Registrant, { email });
  }

  async function expectUnusable(token: string, family: Registrant): Promise<void> {
    const { state } = await desk.read(family);
    expect((await remove(token)).status).toBe(404);
    expect(await family.status(token)).toEqual(UNKNOWN);
    expect((await family.confirm(token)).status).toBe(404);
    expect((await desk.read(family)).state).toBe(state);
  }

  test('can no longer erase or confirm the family', async () => {
    const typo = await Registrant.awaiting(product);
    const right = await correct(typo);

    await expectUnusable(typo.token(), right);

    expect((await right.confirm(right.token())).status).toBe(200);
    await expectUnusable(typo.token(), right);
  });

  test('stays useless when the address changes back', async () => {
    const first = await Registrant.awaiting(product);
    const token = first.token();
    const second = await correct(first);
    const third = await correct(second, first.email);

    await expectUnusable(token, third);
    await expectUnusable(second.token(), third);
    expect(first.token()).not.toBe(token);
    expect((await remove(third.token())).status).toBe(200);
    expect(await third.family()).toBeNull();
  });

  test('stays useless after the family has confirmed', async () => {
    const typo = await Registrant.registered(product);
    const right = await correct(typo);

    await expectUnusable(typo.token(), right);
    expect(right.mails()).toEqual([]);
  });

  test('is withdrawn if still queued, and stays in the ledger once sent', async () => {
    const typo = await Registrant.withChild(product);
    await typo.agree();
    const family = await typo.family();

    const right = await correct(typo);

    expect(typo.mails()).toEqual([]);
    const again = await correct(right);
    expect(again.mails()).toHaveLength(1);
    const ledger = await product.dataSource
      .getRepository(OutboxMessage)
      .find({ where: { familyId: family?.id ?? 0 }, order: { createdAt: 'ASC', sentAt: 'ASC' } });
    expect(ledger.map(({ toAddress, state }) => [toAddress, state]).sort()).toEqual(
      [
        [typo.email, 'withdrawn'],
        [right.email, 'sent'],
        [again.email, 'sent'],
      ].sort(),
    );
  });

  test('an older mail to an unchanged address can still remove the data', async () => {
    const registrant = await Registrant.awaiting(product);
    const token = registrant.token();
    product.clock.advance({ minutes: 5 });
    await registrant.sendAgain();
    await product.deliver();
    expect(registrant.token()).not.toBe(token);

    expect((await remove(token)).status).toBe(200);
    expect(await registrant.family()).toBeNull();
  });

  describe('an address shared by a family and its guardian', () => {
    interface Both {
      family: StaffFamilyDetails;
      guardian: StaffGuardian;
      email: string;
    }
    async function both(registrant: Registrant): Promise<Both> {
      await desk.signIn();
      const family = await desk.read(registrant);
      const guardian = only(family.guardians);
      expect(guardian.email).toBe(family.email);
      return { family, guardian, email: anEmail() };
    }
    const EDITS: [string, (both: Both) => string][] = [
      ['family', ({ family }) => `/families/updateByGuid/${family.guid}`],
      ['guardian', ({ guardian }) => `/guardians/${String(guardian.id)}`],
    ];
    const emailsOf = (family: StaffFamilyDetails): string[] => [
      family.email,
      ...family.guardians.map(({ email }) => email),
    ];

    test.each(EDITS)(
      'is corrected for both by editing the %s, with one new link',
      async (_, path) => {
        const registrant = await Registrant.awaiting(product);
        const asked = await both(registrant);
        const { family, guardian, email } = asked;
        const version = path(asked).startsWith('/families') ? family.version : guardian.version;

        const answer = await desk.call('put', path(asked), { email, version, withSameEmail: true });

        expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(email)]);
        expect(emailsOf(await desk.read(family))).toEqual([email, email]);
        expect((await desk.audit(2)).map(({ action }) => action).sort()).toEqual([
          'family.updated',
          'guardian.updated',
        ]);
        await product.deliver();
        const moved = Object.assign(Object.create(registrant) as Registrant, { email });
        expect(moved.mails()).toHaveLength(1);
        expect((await moved.confirm(moved.token(), { email })).status).toBe(200);
      },
    );

    test.each(EDITS)(
      'changes only for the edited %s unless the request has withSameEmail',
      async (_, path) => {
        const asked = await both(await Registrant.registered(product));
        const { family, email } = asked;

        await desk.call('put', path(asked), { email });

        expect(emailsOf(await desk.read(family)).sort()).toEqual([email, family.email].sort());
      },
    );

    test.each(EDITS)(
      'stays for both if another family has the new one, or if the %s was saved meanwhile',
      async (_, path) => {
        const asked = await both(await Registrant.registered(product));
        const { family, guardian, email } = asked;
        const other = await desk.family();
        const taken = { email: other.email, withSameEmail: true };
        expect((await desk.call('put', path(asked), taken)).status).toBe(409);
        await desk.call('put', path({ ...asked }), { zipCode: '94110' });

        const old = { email, withSameEmail: true, version: guardian.version };
        expect((await desk.call('put', path(asked), old)).status).toBe(409);

        expect(emailsOf(await desk.read(family))).toEqual([family.email, family.email]);
      },
    );

    test('keeps the family’s correction that a colleague makes at the same time', async () => {
      const { family, guardian, email } = await both(await Registrant.registered(product));
      const corrected = anEmail();
      let answer: Promise<unknown> | undefined;

      await product.dataSource.transaction(async (manager) => {
        await manager.update(Family, { id: family.id }, { email: corrected });
        const path = `/guardians/${String(guardian.id)}`;
        answer = desk.call('put', path, { email, withSameEmail: true });
        await untilWaitingForLock(product);
      });
      await answer;

      expect(emailsOf(await desk.read(family))).toEqual([corrected, email]);
    });

    test('a guardian with another address keeps it', async () => {
      await desk.signIn();
      const family = await desk.family();
      const email = anEmail();

      await desk.call('put', `/families/${String(family.id)}`, { email, withSameEmail: true });

      expect(emailsOf(await desk.read(family))).toEqual([email, only(family.guardians).email]);
    });
  });

  describe('a child added to the family', () => {
    beforeAll(() => desk.signIn());

    test('is linked by the guid of the family when no family has the given address any more', async () => {
      const family = await desk.family({}, { children: 0 });

      const answer = await desk.call(
        'post',
        '/children',
        aChildPayload({ familyGuid: family.guid.toUpperCase(), email: 'former@example.org' }),
      );

      expect(answer.status).toBe(201);
      expect((await desk.read(family)).children).toHaveLength(1);
    });

    test('is linked by the guid of the family when only a draft has the given address', async () => {
      const family = await desk.family({}, { children: 0 });
      const { email } = await Registrant.begin(product);

      const answer = await desk.call(
        'post',
        '/children',
        aChildPayload({ familyGuid: family.guid, email }),
      );

      expect(answer.status).toBe(201);
    });

    test.each([
      ['familyGuid', ({ guid }: StaffFamilyDetails) => ({ familyGuid: guid })],
      ['familyId', ({ id }: StaffFamilyDetails) => ({ familyId: id })],
      [
        'familyGuid of a family and familyId of another',
        ({ guid }: StaffFamilyDetails, other: StaffFamilyDetails) => ({
          familyGuid: guid,
          familyId: other.id,
          email: '',
        }),
      ],
    ])('%s: is refused when another family now has the given address', async (_, link) => {
      const family = await desk.family({}, { children: 0 });
      const { email } = family;
      await desk.call('put', `/families/${String(family.id)}`, { email: anEmail() });
      const other = await desk.family({ email }, { children: 0 });

      const answer = await desk.call(
        'post',
        '/children',
        aChildPayload({ email, ...link(family, other) }),
      );

      expect(answer.body).toEqual({ statusCode: 409, message: STAFF_MESSAGES.otherFamily });
      expect((await desk.read(family)).children).toEqual([]);
      expect((await desk.read(other)).children).toEqual([]);
    });
  });
});
