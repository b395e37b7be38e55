import { beforeAll, beforeEach, expect } from 'vitest';
import type { InvitationsResult, StaffInvitation } from '@kidlab/contract';

import { Family } from '../src/families/family.entity.js';
import { criteriaOf } from '../src/studies/study.dto.js';
import type { Slot } from '../src/studies/slot.entity.js';
import type { Study } from '../src/studies/study.entity.js';
import { type TestApp, useTestApp } from './app.js';
import { API, StaffDesk } from './staff-records.js';
import { storeFamily } from './stored-families.js';
import { StoredInvitations } from './stored-invitations.js';

export const TWO_YEARS = criteriaOf({ minMonths: '24', maxMonths: '35' });

/** A study for two-year-olds with a slot on December 5, 2026. */
export class StudyTrial {
  readonly desk: StaffDesk;
  readonly lab: StoredInvitations;
  study!: Study;
  slot!: Slot;

  constructor(readonly product: TestApp) {
    this.desk = new StaffDesk(product);
    this.lab = new StoredInvitations(product);
  }

  /** A family whose child, by default, is certainly two years old on that day. */
  family(wanted: Parameters<typeof storeFamily>[1] = {}, ...born: string[]): Promise<Family> {
    const months = born.length === 0 ? ['2024-06'] : born;
    const children = months.map((month) => ({ born: month, firstName: month }));
    return storeFamily(this.product, { ...wanted, children });
  }

  post(body: object, key?: string): ReturnType<StaffDesk['call']> {
    const call = this.desk.browser.post(`${API}/invitations`);
    return (key === undefined ? call : call.set('Idempotency-Key', key)).send({
      studyId: this.study.id,
      ...body,
    });
  }

  async invite(body: object, key?: string): Promise<InvitationsResult> {
    const answer = await this.post(body, key);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body as InvitationsResult;
  }

  async invitations(filter: object = { studyId: this.study.id }): Promise<StaffInvitation[]> {
    return (await this.desk.list('invitations', { filter })).body as StaffInvitation[];
  }
}

/** Sets up a new study before each test, on November 20, 2026, at 10:00 in the lab. */
export function beginStudyTrial(): StudyTrial {
  const trial = new StudyTrial(useTestApp());
  beforeAll(() => trial.desk.signIn());
  beforeEach(async () => {
    await trial.product.dataSource.getRepository(Family).deleteAll();
    trial.product.mailServer.mails.length = 0;
    trial.study = await trial.lab.study({ criteria: TWO_YEARS });
    trial.slot = await trial.lab.slot(trial.study, '2026-12-05T17:30Z');
  });
  return trial;
}
