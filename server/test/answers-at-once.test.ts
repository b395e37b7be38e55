import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { SeatsService } from '../src/studies/answers/seats.service.js';
import { ANSWER_MESSAGES } from '../src/studies/answers/answer-rules.js';
import { type TestApp, useTestApp } from './app.js';
import { InvitationTrial, Parent } from './invited-families.js';
import { startAnotherServer } from './more-servers.js';
import { scaled } from './size.js';

/** Invariants that hold however many families answer at the same time on two servers. */

const FAMILIES = scaled(60, 500);
const SEATS = 12;

describe('on two servers', () => {
  const product = useTestApp();
  let other: TestApp;
  let trial: InvitationTrial;

  beforeAll(async () => {
    other = await startAnotherServer(product);
    return () => other.stop();
  });
  beforeEach(async () => {
    product.mailServer.mails.length = 0;
    trial = await new InvitationTrial().begin(product);
    await trial.changeSlot({ seats: SEATS });
  });

  /** Invites families and spreads them over the two servers in turn. */
  const parents = async (count: number): Promise<Parent[]> => {
    const families: Parent[] = [];
    for (let index = 0; index < count; index += 1) {
      const { family } = await trial.invite();
      families.push(new Parent(index % 2 === 0 ? product : other, family));
    }
    return families;
  };

  interface Place {
    readonly familyId: number;
    readonly state: string;
    readonly number: number | null;
  }
  /** The seats and the waiting list in the order of the answers. Checks them against the counters of the slot. */
  const places = async (): Promise<{ seated: Place[]; waiting: Place[] }> => {
    const rows: Place[] = await product.dataSource.query(
      `SELECT family_id AS "familyId", state, waiting_number AS number FROM participations
       WHERE slot_id = $1 AND state IN ('accepted', 'waitlisted')
       ORDER BY (SELECT min(id) FROM audit_events
         WHERE subject_type = 'child' AND subject_id = child_id::text AND actor = 'Registration Site')`,
      [trial.slot.id],
    );
    const seated = rows.filter(({ state }) => state === 'accepted');
    const waiting = rows.filter(({ state }) => state === 'waitlisted');
    expect(await trial.counters()).toEqual({ taken: seated.length, waiting: waiting.length });
    // Every family with a seat has answered before those on the waiting list.
    expect(rows).toEqual([...seated, ...waiting]);
    const numbers = waiting.map(({ number }) => Number(number));
    expect(numbers).toEqual([...new Set(numbers)].sort((one, two) => one - two));
    return { seated, waiting };
  };

  test(`when ${String(FAMILIES)} families accept a slot with ${String(SEATS)} seats, the rest wait in order, and each gets one letter`, async () => {
    const families = await parents(FAMILIES);

    const answers = await Promise.all(families.map((each) => each.answer(trial.slot.id)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { seated, waiting } = await places();
    expect(seated).toHaveLength(SEATS);
    expect(waiting.map(({ number }) => number)).toEqual(
      Array.from({ length: FAMILIES - SEATS }, (_, index) => index + 1),
    );
    await Promise.all([product.deliver(), other.deliver()]);
    const addresses = product.mailServer.mails.map(({ to }) => [to].flat()[0]?.text);
    expect([addresses.length, new Set(addresses).size]).toEqual([FAMILIES, FAMILIES]);
  });

  test('seats stay full, in the order of the answers, while seats are added, families cancel and others are erased', async () => {
    const [CANCELLED, ERASED] = [scaled(10, 40), scaled(5, 20)];
    const early = await parents(FAMILIES / 2);
    const late = await parents(FAMILIES / 2);
    const first = await Promise.all(early.map((each) => each.answer(trial.slot.id)));
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));

    // Some of them have seats.
    const { seated, waiting } = await places();
    const leaving = [...seated.slice(0, 8), ...waiting].map(({ familyId }) => familyId);
    const isOf = (ids: number[]) => (parent: Parent) => ids.includes(parent.family.familyId);
    const [erased, cancelling] = [
      leaving.slice(0, ERASED),
      leaving.slice(ERASED, ERASED + CANCELLED),
    ];
    const answers = await Promise.all([
      ...late.map((each) => each.answer(trial.slot.id)),
      ...early.filter(isOf(cancelling)).map((each) => each.answer(null, { sequence: 1 })),
      ...erased.map((id) => trial.desk.call('delete', `/families/familyId/${String(id)}`)),
      trial.changeSlot({ seats: 20 }),
    ]);

    const statuses = answers.map(({ status }) => status);
    // A family that has got a seat in the meantime has a stale page: it gets a 409 and answers again.
    expect(statuses.filter((status) => ![200, 204, 409].includes(status))).toEqual([]);
    const refused = early
      .filter(isOf(cancelling))
      .filter((_, index) => answers[late.length + index]?.status === 409);
    for (const each of refused) {
      const { sequence } = await each.view();
      expect((await each.answer(null, { sequence })).status).toBe(200);
    }
    await Promise.all([filled(product), filled(other)]);
    const now = await places();
    expect(now.seated).toHaveLength(20);
    expect(now.waiting).toHaveLength(FAMILIES - ERASED - CANCELLED - 20);
  });

  test('when 50 families accept two overlapping sessions at once, each gets one seat and one refusal that says why', async () => {
    const families = await parents(50);
    const here = trial.slot.id;
    await trial.another();
    const there = trial.slot.id;
    for (const id of [here, there]) {
      await trial.changeSlot({ seats: 50 }, { id });
    }
    const pairs: [Parent, Parent][] = [];
    for (const { family } of families) {
      const again = await trial.inviteAgain({ family });
      pairs.push([new Parent(product, family), new Parent(other, again.family)]);
    }

    const answers = await Promise.all(
      pairs.map(([one, again]) => Promise.all([one.answer(here), again.answer(there)])),
    );

    for (const pair of answers) {
      const [held, refused] = [...pair].sort((one, two) => one.status - two.status);
      expect([held?.status, refused?.status]).toEqual([200, 409]);
      expect(refused?.body).toMatchObject({
        message: ANSWER_MESSAGES.busy,
        errors: [{ field: 'answers[0].slotId' }],
      });
    }
    const counters = await Promise.all([here, there].map((id) => trial.counters({ id })));
    expect(counters.reduce((sum, { taken }) => sum + taken, 0)).toBe(50);
  });

  test('GET, HEAD and an empty POST of every link change nothing, even when repeated', async () => {
    const parent = await trial.invite();
    await parent.answer(trial.slot.id);
    const rows = async (): Promise<unknown> => {
      const tables = [
        'families',
        'invitations',
        'participations',
        'slots',
        'outbox_messages',
        'audit_events',
      ];
      const found = tables.map((table) =>
        product.dataSource.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`),
      );
      return Promise.all(found);
    };
    const before = await rows();
    const guid = parent.family.token;
    const query = { guid, slot: trial.slot.id };
    const paths = [
      'invitations',
      'invitations/answers',
      'invitations/calendar',
      'mail-preferences',
    ];
    for (const path of [...paths, 'invitation', 'unsubscribe']) {
      for (let time = 0; time < 3; time += 1) {
        const browser = product.browser();
        await browser.get(`/kidlab-reg/${path}`).query(query);
        await browser.head(`/kidlab-reg/${path}`).query(query);
        await browser.post(`/kidlab-reg/${path}`).query(query);
      }
    }
    expect(await rows()).toEqual(before);
  });
});

/** Waits until the free seats have been given to the waiting list. */
function filled({ app }: TestApp): Promise<void> {
  return app.get(SeatsService, { strict: false }).fillAll();
}
