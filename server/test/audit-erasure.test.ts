import type { StaffFamilyDetails, StaffGuardian } from '@kidlab/contract';
import { beforeEach, describe, expect, test } from 'vitest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { AuditTrail, familySubject } from '../src/audit/audit.service.js';
import { RetentionJobs } from '../src/retention/retention.jobs.js';
import { useTestApp } from './app.js';
import { anEmail } from './factories.js';
import { Registrant } from './registrant.js';
import { aChildPayload, aGuardianPayload, StaffDesk } from './staff-records.js';
import { traces } from './traces.js';

describe('the audit trail of an erased family', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeEach(() => desk.signIn());

  const eventsOf = (guid: string): Promise<AuditEvent[]> =>
    product.dataSource
      .getRepository(AuditEvent)
      .find({ where: { familyGuid: guid }, order: { id: 'ASC' } });

  const withoutValues = (events: AuditEvent[]): unknown[] =>
    events.map(({ before: _before, after: _after, ...rest }) => rest);

  /** As staff, renames the family and its members to `mark`, and adds and deletes a guardian and a child so named. */
  async function change(family: StaffFamilyDetails, mark: string): Promise<void> {
    const { id: familyId, guid } = family;
    const call = async (...args: Parameters<StaffDesk['call']>): Promise<{ id: number }> => {
      const answer = await desk.call(...args);
      expect(answer.status).toBeLessThan(300);
      return answer.body as { id: number };
    };
    await call('put', `/families/updateByGuid/${guid}`, { familyName: mark });
    for (const [resource, members, payload] of [
      ['guardians', family.guardians, aGuardianPayload({ isPrimaryIndicator: 'N' })],
      ['children', family.children, aChildPayload()],
    ] as const) {
      for (const { id } of members) {
        await call('put', `/${resource}/${String(id)}`, { firstName: mark });
      }
      const added = await call('post', `/${resource}`, { ...payload, firstName: mark, familyId });
      await call('put', `/${resource}/${String(added.id)}`, { eml: mark });
      await call('delete', `/${resource}/${String(added.id)}`);
    }
    expect(await traces(product, mark)).toBeGreaterThan(5);
  }

  test('keeps who did what and when, but no values, after staff delete the family', async () => {
    const [family, other] = [await desk.family(), await desk.family()];
    await change(family, 'Quixotely');
    await change(other, 'Zephyrine');
    const [events, others] = [await eventsOf(family.guid), await eventsOf(other.guid)];
    const kinds = new Set(events.map(({ action }) => action));
    expect(kinds).toContain('child.deleted');
    expect(kinds).toContain('guardian.updated');

    const answer = await desk.call('delete', `/families/${String(family.id)}`);

    expect(answer.status).toBe(204);
    const left = await eventsOf(family.guid);
    expect(withoutValues(left.slice(0, -1))).toEqual(withoutValues(events));
    expect(left.slice(0, -1).every(({ before, after }) => before === null && after === null)).toBe(
      true,
    );
    expect(left.at(-1)).toMatchObject({
      action: 'family.deleted',
      before: { state: 'registered', guardians: 1, children: 1 },
    });
    for (const text of ['Quixotely', family.email]) expect(await traces(product, text)).toBe(0);
    expect(await eventsOf(other.guid)).toEqual(others);
  });

  test.each<[string, (registrant: Registrant) => PromiseLike<unknown>]>([
    [
      '“This was not me”',
      (registrant) =>
        product
          .browser()
          .post('/kidlab-reg/registration/remove-my-data')
          .query({ guid: registrant.token() })
          .expect(200),
    ],
    ['cancelled', (registrant) => registrant.cancel()],
    [
      'never confirmed',
      async () => {
        product.clock.advance({ days: 31 });
        await product.app.get(RetentionJobs).daily();
      },
    ],
  ])('%s: keeps no values, and its mail and links are erased', async (_, erase) => {
    const registrant = await Registrant.awaiting(product);
    await change(await desk.read(registrant), 'Quixotely');

    await erase(registrant);

    expect(await registrant.family()).toBeNull();
    for (const text of ['Quixotely', registrant.email]) expect(await traces(product, text)).toBe(0);
    for (const table of ['outbox_messages', 'confirmation_links']) {
      const rows: unknown[] = await product.dataSource.query(`SELECT 1 FROM ${table}`);
      expect(rows).toEqual([]);
    }
    const left = await eventsOf(registrant.guid);
    expect(left.map(({ action }) => action)).toContain('registration.accepted');
    expect(left.every(({ before, after }) => before === null && after === null)).toBe(true);
  });

  test('keeps no values of an expired draft or of a replaced one', async () => {
    const late = await Registrant.withChild(product);
    product.clock.advance({ hours: 2 });
    const replaced = await Registrant.withChild(product);
    for (const family of [late, replaced]) {
      await product.app.get(AuditTrail).record(product.dataSource.manager, {
        actor: 'x',
        action: 'mail.retried',
        ...familySubject(family),
        after: { firstName: 'Quixotely' },
      });
    }

    await product.app.get(RetentionJobs).everyMinute();
    await Registrant.begin(product, { email: replaced.email });

    expect(await traces(product, 'Quixotely')).toBe(0);
  });

  test('keeps no values of a guardian whom staff deleted before the request', async () => {
    await desk.signIn({ isUserAdmin: true });
    const email = anEmail();
    const { id: familyId } = await desk.family();
    const sent = aGuardianPayload({ email, familyId, isPrimaryIndicator: 'N' });
    const { body } = await desk.call('post', '/guardians', sent);
    const path = `/guardians/${String((body as StaffGuardian).id)}`;
    await desk.call('put', path, { notes: 'Quixotely' });
    await desk.call('delete', path);
    expect(await traces(product, 'Quixotely')).toBe(2);

    const request = { email, confirmation: email, families: [] };
    expect((await desk.call('post', '/privacy/erasures', request)).status).toBe(201);

    expect(await traces(product, 'Quixotely')).toBe(0);
  });

  test('keeps no values of a guardian who is erased by the family’s address', async () => {
    await desk.signIn({ isUserAdmin: true });
    const { email, guid, guardians } = await desk.family({}, { guardians: 2 });
    const path = `/guardians/${String(guardians[0]?.id)}`;
    await desk.call('put', path, { notes: 'Quixotely' });
    expect(await traces(product, 'Quixotely')).toBe(2);

    const request = { email, confirmation: email, families: [{ guid, scope: 'guardian' }] };
    expect((await desk.call('post', '/privacy/erasures', request)).status).toBe(201);

    expect(await traces(product, 'Quixotely')).toBe(0);
  });
});
