import { beforeAll, describe, expect, test } from 'vitest';
import type { ParticipationState, Roster, StaffFamilyDetails, StaffSlot } from '@kidlab/contract';

import { STUDY_MESSAGES } from '../src/common/messages.js';
import { useTestApp } from './app.js';
import { aChildPayload, aGuardianPayload, StaffDesk } from './staff-records.js';
import { storeFamily } from './stored-families.js';
import { StoredInvitations } from './stored-invitations.js';
import { TWO_YEARS } from './study-trial.js';

describe('GET /slots/{id}/roster', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeAll(() => desk.signIn());

  const aSlot = async (): Promise<StaffSlot> => {
    const study = { name: 'Blocks 3', publicName: 'Building with blocks' };
    const { id } = (await desk.call('post', '/studies', study)).body as { id: number };
    const times = { startsLocal: '2027-03-14T09:30', endsLocal: '2027-03-14T10:30' };
    const slot = { studyId: id, ...times, seats: 6 };
    return (await desk.call('post', '/slots', slot)).body as StaffSlot;
  };
  const read = async (id: number): Promise<Roster> =>
    (await desk.call('get', `/slots/${String(id)}/roster`)).body as Roster;
  const family = (familyName: string, children: string[]): Promise<StaffFamilyDetails> =>
    desk.family({
      familyName,
      children: children.map((firstName) =>
        aChildPayload({ firstName, monthOfBirth: '03', yearOfBirth: '2025' }),
      ),
      guardians: [
        aGuardianPayload({ firstName: 'Other', isPrimaryIndicator: 'N' }),
        aGuardianPayload({ firstName: 'Primary', primaryPhone: '(510) 555-0102' }),
      ],
    });
  const answers = (
    slot: StaffSlot,
    family: Pick<StaffFamilyDetails, 'id'>,
    states: ParticipationState[],
    waitingNumber: number | null = null,
  ): Promise<void> => {
    const lab = new StoredInvitations(product);
    return lab.answered(slot, family, states, { waitingNumber }, { note: 'We come by bus.' });
  };

  test('returns seated children by name and waiting ones in order, each with a guardian’s phone number', async () => {
    const slot = await aSlot();
    const okafor = await family('okafor', ['Zoe', 'Ada']);
    await answers(slot, okafor, ['attended', 'accepted']);
    await answers(slot, await family('Abel', ['Ben']), ['no_show']);
    await answers(slot, await family('Gone', ['Una', 'Uri']), ['declined', 'cancelled_by_parent']);
    await answers(slot, await family('Able', ['Cleo']), ['waitlisted'], 9);
    await answers(slot, await family('Young', ['Kim', 'Kai']), ['waitlisted', 'waitlisted'], 4);

    const { slot: now, study, seated, waiting } = await read(slot.id);
    expect(study).toMatchObject({ place: '', criteria: { minMonths: null, maxMonths: null } });
    expect(now).toMatchObject({ id: slot.id, taken: 3, waiting: 3 });
    expect(seated.map(({ firstName, state }) => [firstName, state])).toEqual([
      ['Ben', 'no_show'],
      ['Ada', 'accepted'],
      ['Zoe', 'attended'],
    ]);
    expect(waiting.map(({ firstName, waitingBefore }) => [firstName, waitingBefore])).toEqual([
      ['Kai', 0],
      ['Kim', 0],
      ['Cleo', 1],
    ]);
    const { id, childId, ...ada } = seated[1] ?? ({} as Roster['seated'][number]);
    expect([id, childId]).toEqual([
      expect.any(Number),
      okafor.children.find(({ firstName }) => firstName === 'Ada')?.id,
    ]);
    expect(ada).toEqual({
      version: 1,
      firstName: 'Ada',
      month: 3,
      year: 2025,
      state: 'accepted',
      slotId: slot.id,
      startsLocal: '2027-03-14T09:30',
      waitingBefore: null,
      ageConfirmedAt: null,
      familyId: okafor.id,
      familyGuid: okafor.guid,
      familyName: 'okafor',
      ageText: '23–24 months',
      gender: 'Male',
      specialNeeds: '',
      guardianName: 'Primary Okafor',
      primaryPhone: '(510) 555-0102',
      note: 'We come by bus.',
      isMailed: true,
    });
  });

  test('says that a disabled family gets no letter', async () => {
    const slot = await aSlot();
    await answers(slot, await desk.family(), ['accepted']);
    const disabled = await storeFamily(product, { disabled: 'Y', children: [{}] });
    await answers(slot, disabled, ['waitlisted'], 1);
    const { seated, waiting } = await read(slot.id);
    expect([...seated, ...waiting].map(({ isMailed }) => isMailed)).toEqual([true, false]);
  });

  test('returns who had a seat or was waiting when the slot was canceled, not who was removed earlier', async () => {
    const slot = await aSlot();
    await answers(slot, await family('Okafor', ['Zoe', 'Ada']), ['cancelled_by_lab', 'accepted']);
    await answers(slot, await family('Able', ['Cleo']), ['waitlisted'], 1);
    await answers(slot, await family('Gone', ['Una']), ['cancelled_by_parent']);
    expect((await read(slot.id)).cancelled).toEqual([]);
    product.clock.advance({ minutes: 1 });
    await desk.call('post', `/slots/${String(slot.id)}/cancellation`, { reason: 'We are ill.' });

    const { seated, waiting, cancelled } = await read(slot.id);
    expect([seated, waiting]).toEqual([[], []]);
    expect(cancelled).toMatchObject([
      { firstName: 'Cleo', primaryPhone: '(510) 555-0102' },
      { firstName: 'Ada', guardianName: 'Primary Okafor' },
    ]);
  });

  test('returns a child whose family has no guardian', async () => {
    const slot = await aSlot();
    await answers(slot, await desk.family({}, { guardians: 0 }), ['accepted']);
    const { seated } = await read(slot.id);
    expect(seated).toMatchObject([{ guardianName: '', primaryPhone: '' }]);
  });

  test('shows whether an age fits the study and whether the parent confirmed it', async () => {
    const lab = new StoredInvitations(product);
    const study = await lab.study({ criteria: TWO_YEARS });
    const slot = await lab.slot(study, '2027-03-14T16:30Z');
    const born = { Ada: '2025-03', Ben: '2025-03', Cleo: '2024-06', Dan: '2022-01' };
    const children = Object.entries(born).map(([firstName, month]) => {
      const [yearOfBirth, monthOfBirth] = month.split('-');
      return aChildPayload({ firstName, monthOfBirth, yearOfBirth });
    });
    const waits = { state: 'waitlisted', slotId: slot.id } as const;
    const ageConfirmedAt = product.clock.now();
    const answers = [
      { ...waits, waitingNumber: 1 },
      { ...waits, waitingNumber: 2, ageConfirmedAt },
      { ...waits, waitingNumber: 3 },
      { ...waits, waitingNumber: 4, ageConfirmedAt },
    ];
    await lab.asked(study, await desk.family({ children }), answers);
    const { waiting } = await read(slot.id);
    expect(waiting.map(({ ageText }) => ageText)).toEqual([
      '23–24 months (age not confirmed)',
      '23–24 months (confirmed by the parent)',
      '32–33 months',
      '61–62 months (outside the study’s ages)',
    ]);
    // Siblings who answered one after the other don't wait for each other.
    expect(waiting.map(({ waitingBefore }) => waitingBefore)).toEqual([0, 0, 0, 0]);
  });

  test.each([
    ['seated', 'accepted', { yearOfBirth: '2024' }, 'age not confirmed'],
    ['waiting', 'waitlisted', { monthOfBirth: '04' }, 'age not confirmed'],
    ['seated', 'attended', { monthOfBirth: '04' }, 'confirmed by the parent'],
  ] as const)(
    'shows a confirmed age of a %s child (%s), once the month of birth was changed (%j), as: %s',
    async (list, state, other, remark) => {
      const lab = new StoredInvitations(product);
      const study = await lab.study({ criteria: TWO_YEARS });
      const slot = await lab.slot(study, '2027-03-14T16:30Z');
      const { children, ...okafor } = await family('Okafor', ['Ada']);
      const ageConfirmedAt = product.clock.now();
      const waitingNumber = state === 'waitlisted' ? 1 : null;
      await lab.answered(slot, okafor, [state], { ageConfirmedAt, waitingNumber });
      const save = async (change: Record<string, string>): Promise<unknown> => {
        await desk.call('put', `/children/${String(children[0]?.id)}`, change);
        return (await read(slot.id))[list][0]?.ageText;
      };
      expect(await save({ specialNeeds: 'None.' })).toBe('23–24 months (confirmed by the parent)');
      await save(other);
      const right = { yearOfBirth: '2025', monthOfBirth: '03' };
      expect(await save(right)).toBe(`23–24 months (${remark})`);
    },
  );

  test('returns empty lists for a slot without answers, and 404 for an unknown one', async () => {
    const slot = await aSlot();
    expect(await read(slot.id)).toMatchObject({ seated: [], waiting: [], cancelled: [] });
    const missing = { statusCode: 404, message: STUDY_MESSAGES.slotNotFound };
    expect(await read(slot.id + 99)).toMatchObject(missing);
    expect((await desk.call('get', '/slots/none/roster')).body).toMatchObject(missing);
  });
});
