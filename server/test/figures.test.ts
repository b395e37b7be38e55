import {
  type ChildrenFigure,
  FIGURES,
  type HandsFigure,
  HANDS,
  type LanguagesFigure,
  REFERRAL_SOURCES,
  type ReferralsFigure,
  type RegistrationsFigure,
  type WaitingFigure,
} from '@kidlab/contract';
import { beforeEach, describe, expect, test } from 'vitest';

import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { Family } from '../src/families/family.entity.js';
import { RetentionJobs } from '../src/retention/retention.jobs.js';
import { useTestApp } from './app.js';
import { Registrant } from './registrant.js';
import { signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const API = '/kidlab-reg/admin/api/figures';
/** A Friday. */
const START = new Date('2026-11-20T18:00:00Z');
const HOUR = 3_600_000;

const product = useTestApp();
beforeEach(async () => {
  product.clock.set(START);
  await product.dataSource.getRepository(Family).deleteAll();
});

async function figure<Row>(name: string): Promise<Row[]> {
  const staff = await signIn(product);
  const answer = await staff.get(`${API}/${name}`).expect(200);
  return answer.body as Row[];
}

const hoursAgo = (hours: number): Date => new Date(START.getTime() - hours * HOUR);

/** Families whose children may not be invited. */
async function storeUninvitable(): Promise<void> {
  const children = [{ firstName: 'No' }];
  await storeFamily(product, { state: 'awaiting', children });
  await storeFamily(product, { state: 'draft', children });
  await storeFamily(product, { okay: 'N', children });
  await storeFamily(product, { disabled: 'Y', children });
  await storeFamily(product, { pausedUntil: '2026-12-24', children });
  await storeFamily(product, { children: [{ firstName: 'No', disabled: 'Y' }] });
}

describe('children', () => {
  test('are counted by age in years and gender if they may be invited', async () => {
    await storeUninvitable();
    await storeFamily(product, {
      children: [
        { gender: 'Female', born: '2024-11' },
        { gender: 'Female', born: '2023-12' },
        { gender: 'Male', born: '2024-01' },
        { gender: 'Female', born: '2024-12' },
      ],
    });

    expect(await figure<ChildrenFigure>('children')).toEqual([
      { ageYears: 1, gender: 'Female', children: 1 },
      { ageYears: 2, gender: 'Female', children: 2 },
      { ageYears: 2, gender: 'Male', children: 1 },
    ]);
  });

  test('are counted by language and by hand', async () => {
    await storeUninvitable();
    await storeFamily(product, {
      children: [
        { language: 'French', additional: 'English', hand: 'Left-handed' },
        { language: 'French' },
        { language: 'English', additional: 'ASL' },
      ],
    });

    expect(await figure<LanguagesFigure>('languages')).toEqual([
      { language: 'French', atHome: 2, additional: 0 },
      { language: 'English', atHome: 1, additional: 1 },
      { language: 'ASL', atHome: 0, additional: 1 },
    ]);
    const hands = await figure<HandsFigure>('hands');
    expect(hands.map(({ hand }) => hand)).toEqual([...HANDS]);
    expect(hands.filter(({ children }) => children > 0)).toEqual([
      { hand: 'Right-handed', children: 2 },
      { hand: 'Left-handed', children: 1 },
    ]);
  });
});

describe('registrations', () => {
  test('are counted by week in lab time, with how many have confirmed', async () => {
    // At the lab, Monday 16 November begins at 8:00 UTC.
    await storeFamily(product, { agreed: new Date('2026-11-16T08:00:00Z') });
    await storeFamily(product, { agreed: new Date('2026-11-16T08:00:00Z'), state: 'awaiting' });
    await storeFamily(product, { agreed: new Date('2026-11-16T07:59:59Z') });
    await storeFamily(product, { agreed: new Date('2026-05-25T07:00:00Z'), state: 'awaiting' });
    await storeFamily(product, { agreed: new Date('2026-05-25T06:59:59Z') });
    await storeFamily(product, { agreed: null, created: START });
    await storeFamily(product, { state: 'draft' });

    const weeks = await figure<RegistrationsFigure>('registrations');

    expect(weeks).toHaveLength(FIGURES.weeks);
    expect(weeks.filter((week) => week.registrations + week.addedByStaff > 0)).toEqual([
      {
        week: '2026-05-25',
        registrations: 1,
        erased: 0,
        confirmed: 0,
        addedByStaff: 0,
      },
      {
        week: '2026-11-09',
        registrations: 1,
        erased: 0,
        confirmed: 1,
        addedByStaff: 0,
      },
      {
        week: '2026-11-16',
        registrations: 2,
        erased: 0,
        confirmed: 1,
        addedByStaff: 1,
      },
    ]);
    expect(weeks[1]).toEqual({
      week: '2026-06-01',
      registrations: 0,
      erased: 0,
      confirmed: 0,
      addedByStaff: 0,
    });
  });

  test('still include families that were erased unconfirmed', async () => {
    await Registrant.registered(product);
    await Registrant.awaiting(product);
    product.clock.advance({ days: 31 });
    await product.app.get(RetentionJobs).daily();

    const weeks = await figure<RegistrationsFigure>('registrations');

    expect(weeks.find(({ week }) => week === '2026-11-16')).toMatchObject({
      registrations: 2,
      erased: 1,
      confirmed: 1,
    });
  });
});

describe('waiting families', () => {
  test('are counted by stage, with their waiting times', async () => {
    const firstMail = hoursAgo(1);
    await storeFamily(product, { state: 'awaiting', agreed: hoursAgo(2) });
    await storeFamily(product, { state: 'awaiting', agreed: hoursAgo(2), firstMail });
    await storeFamily(product, { state: 'awaiting', agreed: hoursAgo(30), firstMail });
    await storeFamily(product, { state: 'awaiting', agreed: hoursAgo(400), firstMail });
    await storeFamily(product, {
      state: 'awaiting',
      agreed: hoursAgo(72),
      firstMail,
      secondMail: firstMail,
    });
    await storeFamily(product);
    await storeFamily(product, { state: 'draft' });

    expect(await figure<WaitingFigure>('waiting')).toEqual([
      {
        stage: 'mail-queued',
        families: 1,
        medianHours: 2,
        longestHours: 2,
        byWaiting: [1, 0, 0, 0, 0],
      },
      {
        stage: 'mail-failed',
        families: 0,
        medianHours: null,
        longestHours: null,
        byWaiting: [0, 0, 0, 0, 0],
      },
      {
        stage: 'first-mail-sent',
        families: 3,
        medianHours: 30,
        longestHours: 400,
        byWaiting: [1, 1, 0, 0, 1],
      },
      {
        stage: 'second-notice-sent',
        families: 1,
        medianHours: 72,
        longestHours: 72,
        byWaiting: [0, 0, 1, 0, 0],
      },
    ]);
  });

  test('with a refused mail are separate from those whose mail is still queued', async () => {
    const registrant = await Registrant.withChild(product);
    await registrant.agree();
    const stages = async (): Promise<string[]> =>
      (await figure<WaitingFigure>('waiting'))
        .filter(({ families }) => families > 0)
        .map(({ stage }) => stage);
    expect(await stages()).toEqual(['mail-queued']);

    const { id } = (await registrant.family()) ?? { id: 0 };
    await product.dataSource
      .getRepository(OutboxMessage)
      .update({ familyId: id }, { state: 'failed' });

    expect(await stages()).toEqual(['mail-failed']);
    product.clock.advance({ minutes: 5 });
    expect((await registrant.sendAgain()).status).toBe(200);
    expect(await stages()).toEqual(['mail-queued']);
  });
});

describe('referrals', () => {
  test('are listed by source with how many have confirmed', async () => {
    await storeFamily(product, { referredBy: 'Flyer' });
    await storeFamily(product, { referredBy: 'Flyer' });
    await storeFamily(product, { referredBy: 'Flyer', state: 'awaiting' });
    await storeFamily(product, { referredBy: 'Flyer', state: 'awaiting' });
    await storeFamily(product, { referredBy: 'Friend', state: 'draft' });

    const referrals = await figure<ReferralsFigure>('referrals');

    expect(referrals.map(({ source }) => source)).toEqual([...REFERRAL_SOURCES]);
    expect(referrals.filter(({ families }) => families > 0)).toEqual([
      { source: 'Flyer', families: 4, confirmed: 2 },
    ]);
    expect(referrals[0]).toMatchObject({ families: 0, confirmed: 0 });
  });
});

describe('a figure equals the number of records that its filter finds in the list and the export', () => {
  async function found(resource: string, filter: object): Promise<number> {
    const staff = await signIn(product);
    const query = { filter: JSON.stringify(filter) };
    const [list, file] = await Promise.all(
      [resource, `exports/${resource}`].map(async (path) => {
        const answer = await staff.get(`/kidlab-reg/admin/api/${path}`).query(query).expect(200);
        return (answer.body as unknown[]).length;
      }),
    );
    expect(file).toBe(list);
    return list ?? 0;
  }
  const invitable = { contactable: 'Y' };

  test('for waiting families at each stage', async () => {
    const firstMail = hoursAgo(1);
    await storeFamily(product, { state: 'awaiting' });
    await storeFamily(product, { state: 'awaiting', firstMail });
    await storeFamily(product, { state: 'awaiting', firstMail });
    await storeFamily(product, { state: 'awaiting', firstMail, secondMail: firstMail });
    await storeFamily(product, { firstMail });
    const registrant = await Registrant.awaiting(product);
    const family = await registrant.family();
    await product.dataSource
      .getRepository(Family)
      .update({ id: family?.id ?? 0 }, { firstEmailSentDate: null });
    await product.dataSource
      .getRepository(OutboxMessage)
      .update({ familyId: family?.id ?? 0 }, { state: 'failed' });

    const stages = await figure<WaitingFigure>('waiting');

    expect(stages.map(({ families }) => families)).toEqual([1, 1, 2, 1]);
    for (const { stage, families } of stages) {
      expect(await found('families', { waitingStage: stage })).toBe(families);
    }
  });

  test('for the registrations of a week', async () => {
    const friday = new Date('2026-12-18T18:00:00Z');
    product.clock.set(friday);
    await storeFamily(product, { agreed: friday });
    await storeFamily(product, { agreed: friday, state: 'awaiting' });
    await storeFamily(product, { agreed: null, created: friday });
    const removed = await Registrant.registered(product);
    const { id } = (await removed.family()) ?? { id: 0 };
    const staff = await signIn(product);
    await staff.delete(`/kidlab-reg/admin/api/families/${String(id)}`).expect(204);

    const week = (await figure<RegistrationsFigure>('registrations')).at(-1);

    expect(week).toMatchObject({ registrations: 3, erased: 1, confirmed: 2, addedByStaff: 1 });
    const days = { signedUpFrom: '2026-12-14', signedUpTo: '2026-12-20' };
    expect(await found('families', { ...days, origin: 'registration' })).toBe(2);
    expect(await found('families', { ...days, origin: 'staff' })).toBe(1);
  });

  test('for families by source, and their children by age, language and hand', async () => {
    await storeUninvitable();
    await storeFamily(product, {
      referredBy: 'Flyer',
      children: [
        { language: 'French', additional: 'English', hand: 'Left-handed', born: '2024-11' },
        { language: 'French', born: '2023-11' },
      ],
    });
    for (const { source, families } of await figure<ReferralsFigure>('referrals')) {
      expect(await found('families', { referredBy: source })).toBe(families);
    }
    for (const { ageYears: age, gender, children } of await figure<ChildrenFigure>('children')) {
      const ofAge = { ageUOM: 'Years', minAge: age, maxAge: age, gender };
      expect(await found('children', { ...invitable, ...ofAge })).toBe(children);
    }
    for (const row of await figure<LanguagesFigure>('languages')) {
      const { language, atHome, additional } = row;
      expect(await found('children', { ...invitable, languageSpokenAtHome: language })).toBe(
        atHome,
      );
      expect(await found('children', { ...invitable, additionalLanguage: language })).toBe(
        additional,
      );
    }
    for (const { hand, children } of await figure<HandsFigure>('hands')) {
      expect(await found('children', { ...invitable, whichHandId: hand })).toBe(children);
    }
  });
});

test.each(['children', 'registrations', 'waiting', 'referrals', 'languages', 'hands'])(
  'the figure of %s is a list even without data',
  async (name) => {
    expect(Array.isArray(await figure(name))).toBe(true);
  },
);
