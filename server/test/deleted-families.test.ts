import { beforeEach, describe, expect, test } from 'vitest';

import { AFTERNOON, beginInvitationTrial, type Parent } from './invited-families.js';

const trial = beginInvitationTrial();

/** What happens to the counters and letters. For who gets the freed seats, see `seats.test.ts`. */
describe('with seats and places on the waiting list', () => {
  let family: Parent;
  /** The afternoon session. A stranger has its only seat, and the second child is on its waiting list. */
  let full: { id: number };
  let stranger: Parent;

  const letters = async (
    { family: { familyId } }: Parent,
    states = ['pending'],
  ): Promise<string[]> => {
    const rows: { kind: string }[] = await trial.product.dataSource.query(
      'SELECT kind FROM outbox_messages WHERE family_id = $1 AND state = ANY ($2) ORDER BY kind',
      [familyId, states],
    );
    return rows.map(({ kind }) => kind);
  };
  const deleteChild = async (index: number): Promise<void> => {
    const [child]: [{ id: number }] = await trial.product.dataSource.query(
      'SELECT child_id AS id FROM participations WHERE id = $1',
      [family.family.participationIds[index]],
    );
    const answer = await trial.desk.call('delete', `/children/${String(child.id)}`);
    expect(answer.status).toBe(204);
  };
  const mailed = async (): Promise<(string | undefined)[]> => {
    trial.product.mailServer.mails.length = 0;
    await trial.product.deliver();
    return trial.product.mailServer.mails.map(({ subject }) => subject);
  };

  beforeEach(async () => {
    full = await trial.addSlot({ ...AFTERNOON, seats: 1 });
    [stranger, family] = [await trial.invite(), await trial.invite(2)];
    await stranger.answer(full.id);
    const [first, second] = family.family.participationIds;
    const answers = [
      { participationId: first, answer: 'yes', slotId: trial.slot.id },
      { participationId: second, answer: 'yes', slotId: full.id },
    ];
    expect((await family.post({ sequence: 0, answers })).status).toBe(200);
    expect([await trial.counters(), await trial.counters(full)]).toEqual([
      { taken: 1, waiting: 0 },
      { taken: 1, waiting: 1 },
    ]);
  });

  test('a deleted family is not counted and gets no letter; others keep theirs', async () => {
    expect(await letters(family)).toEqual(['place', 'reminder']);
    const path = `/families/familyId/${String(family.family.familyId)}`;
    expect((await trial.desk.call('delete', path)).status).toBe(204);
    expect([await trial.counters(), await trial.counters(full)]).toEqual([
      { taken: 0, waiting: 0 },
      { taken: 1, waiting: 0 },
    ]);
    expect(await letters(family, ['pending', 'sent', 'withdrawn'])).toEqual([]);
    expect(await letters(stranger)).toEqual(['place', 'reminder']);
    expect(await mailed()).toEqual(['You have a seat: Building with blocks']);
  });

  test('a deleted child’s seat is free, its reminder is withdrawn, and the family is told', async () => {
    await mailed();
    await deleteChild(0);
    expect([await trial.counters(), await trial.counters(full)]).toEqual([
      { taken: 0, waiting: 0 },
      { taken: 1, waiting: 1 },
    ]);
    expect(await letters(family, ['withdrawn'])).toEqual(['reminder']);
    expect(await mailed()).toEqual(['Your seats have changed: Building with blocks']);
    // An answer from a page that still shows the child is refused as stale.
    expect((await family.view()).sequence).toBe(2);
  });

  test('a deleted child who waited is no longer counted; a sibling keeps its reminder', async () => {
    await mailed();
    await deleteChild(1);
    expect([await trial.counters(), await trial.counters(full)]).toEqual([
      { taken: 1, waiting: 0 },
      { taken: 1, waiting: 0 },
    ]);
    expect(await letters(family)).toEqual(['place', 'reminder']);
  });

  test('a study with taken seats can’t be deleted and stays unchanged', async () => {
    const path = `/studies/${String(trial.study.id)}`;
    expect((await trial.desk.call('delete', path)).status).toBe(409);
    expect(await trial.counters(full)).toEqual({ taken: 1, waiting: 1 });
    expect(await letters(family)).toEqual(['place', 'reminder']);
  });
});
