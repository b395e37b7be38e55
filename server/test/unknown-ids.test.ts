import { beforeAll, expect, test } from 'vitest';

import { STAFF_MESSAGES, STUDY_MESSAGES } from '../src/common/messages.js';
import { Family } from '../src/families/family.entity.js';
import { ANSWER_MESSAGES } from '../src/studies/answers/answer-rules.js';
import { INVITATION_MESSAGES } from '../src/studies/invitations/invitations.service.js';
import { type TestApp, useTestApp } from './app.js';
import { callsOf, make } from './attacks/calls.js';
import { untilWaitingForLock } from './locks.js';
import { signIn, STAFF_PASSWORD } from './staff.js';
import { type Answer, only, StaffDesk } from './staff-records.js';

const product = useTestApp();
let staff: ReturnType<TestApp['browser']>;

beforeAll(async () => {
  staff = await signIn(product, { isUserAdmin: true });
});

const GUID_NOT_FOUND = 'GUID not found';
/** The message for an unknown record, by the part of the path before the id. */
const MISSING: Readonly<Record<string, string>> = {
  'families/getByGuid': GUID_NOT_FOUND,
  'families/updateByGuid': GUID_NOT_FOUND,
  'families/familyId': STAFF_MESSAGES.familyNotFound,
  families: STAFF_MESSAGES.familyNotFound,
  guardians: STAFF_MESSAGES.guardianNotFound,
  children: STAFF_MESSAGES.childNotFound,
  users: STAFF_MESSAGES.userNotFound,
  mails: STAFF_MESSAGES.mailNotFound,
  studies: STUDY_MESSAGES.studyNotFound,
  slots: STUDY_MESSAGES.slotNotFound,
  participations: ANSWER_MESSAGES.notFound,
  invitations: INVITATION_MESSAGES.notFound,
};
/** Bodies that pass validation before the record is looked up; by default the documented example. */
const BODIES: Readonly<Record<string, object>> = {
  studies: { name: 'Blocks' },
  participations: { state: 'declined' },
  users: { enabled: true, password: STAFF_PASSWORD },
};

test.each([
  ...['0', '-1', '1.5', 'x', '2147483647', '2147483648', '9'.repeat(30), "1'--", "' OR 1=1 --"],
  '00000000-0000-4000-8000-000000000000',
])('every staff call returns 404 for the unknown id %s', async (value) => {
  const calls = callsOf(product).filter(
    ({ path, places }) =>
      places.some((name) => name === 'id' || name === 'guid') && path.includes('/admin/api/'),
  );
  expect(calls.length).toBeGreaterThan(25);
  for (const call of calls) {
    const resource = /api\/([\w/]+)\/\{/.exec(call.path)?.[1] ?? '';
    const body = call.body === null ? {} : { body: BODIES[resource] ?? call.body };
    const answer = await make(staff, call, { path: { id: value, guid: value }, ...body });

    const said = { statusCode: 404, message: MISSING[resource] };
    expect([call.method, call.path, answer.body]).toEqual([call.method, call.path, said]);
  }
});

test.each(['guardians', 'children'] as const)(
  'a call on one of the %s whose family is deleted at the same moment returns its 404',
  async (resource) => {
    const desk = await new StaffDesk(product).signIn();
    const family = await desk.family();
    let answer: Promise<Answer> | undefined;

    await product.dataSource.transaction(async (manager) => {
      await manager.delete(Family, { id: family.id });
      answer = desk.call('put', `/${resource}/${String(only([...family[resource]]).id)}`, {});
      await untilWaitingForLock(product);
    });

    expect((await answer)?.body).toEqual({ statusCode: 404, message: MISSING[resource] });
  },
);
