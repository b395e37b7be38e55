import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Roster, SLOT_FORM, type StaffSlot } from '@kidlab/contract';
import { screen, waitFor, within } from '@testing-library/react';

import { RECORD_FORM_TEXTS } from '../src/texts/record.js';
import { outsideAgesText } from '../src/texts/invitations.js';
import { SLOT_TEXTS, slotText } from '../src/texts/studies.js';
import {
  alertsSay,
  enter,
  expectFault,
  expectFormKeys,
  field,
  onPhone,
  press,
  refused,
  rowsShown,
  serve,
  expectFocus,
  heading,
} from './page.js';
import { opened, stopTheDate } from './portal.js';
import { aRosterChild, aSlot, aStudy, PAGE, WRITTEN } from './study-records.js';

const WHEN = 'Tue, Jan 12, 2027, 9:30 – 10:30 AM';
const READ = 'GET /slots/8/roster';

/** The response to `READ`. */
function rosterOf(overrides: Partial<StaffSlot> = {}, roster: Partial<Roster> = {}) {
  const nobody = { seated: [], waiting: [], whyWaiting: [], cancelled: [] };
  return { body: { slot: aSlot(8, overrides), study: aStudy(3), ...nobody, ...roster } };
}

beforeEach(stopTheDate);
afterEach(() => {
  vi.restoreAllMocks();
});

describe('sessions of a study', () => {
  const dialogOf = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name });

  /** Opens the dialog of a session that somebody else changes meanwhile. */
  const editTooLate = async () => {
    const server = serve({
      ...PAGE,
      [READ]: rosterOf(),
      'PUT /slots/8': refused(409, 'Lee was faster.'),
    });
    const { user } = await opened('/session?id=8', WHEN);
    await press(user, SLOT_TEXTS.edit);
    return { server, user };
  };

  test('are added in the lab’s time zone, and repeated; an error keeps the input', async () => {
    const refusal = 'On March 8, 2026, there is no 2:30 AM because the clocks go forward.';
    const errors = [{ field: 'startsLocal', message: refusal }];
    const server = serve({ ...PAGE, 'POST /slots': refused(400, refusal, { errors }) });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    const add = async (): Promise<void> => {
      await press(user, SLOT_TEXTS.add);
      await dialogOf(SLOT_TEXTS.add);
      for (const [name, value] of [
        ['day', '2026-03-08'],
        ['startsLocal', '02:30'],
        ['endsLocal', '04:00'],
        ['seats', '6'],
        ['repeatTimes', '3'],
        ['repeatWeeks', '2'],
      ] as const) {
        await enter(user, name, value);
      }
      await press(user, SLOT_TEXTS.save);
    };
    await add();
    await expectFault('startsLocal', refusal);
    await expectFocus(() => field('startsLocal'));
    // Only at the field.
    expect(screen.getByRole('alert').textContent).toBe(refusal);
    expect(field('day').value).toBe('2026-03-08');
    expect(server.calls('POST /slots')[0]?.body).toEqual({
      studyId: 3,
      startsLocal: '2026-03-08T02:30',
      endsLocal: '2026-03-08T04:00',
      seats: '6',
      repeatTimes: '3',
      repeatWeeks: '2',
    });
    await enter(user, 'day', '2026-03-09');
    expect(screen.queryByText(refusal)).toBeNull();
    server.answer({
      'POST /slots': { status: 201, body: aSlot(9) },
      'GET /slots': { body: [aSlot(8), aSlot(9)], total: 2 },
    });
    await press(user, SLOT_TEXTS.save);
    await rowsShown(2);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    await add();
    await waitFor(() => {
      expect(server.calls('POST /slots')).toHaveLength(3);
    });
    expectFormKeys(server.calls('POST /slots'));
  });

  test('can get more seats', async () => {
    const server = serve({
      ...PAGE,
      [READ]: rosterOf(),
      'PUT /slots/8': { body: aSlot(8, { seats: 8 }) },
    });
    const { user } = await opened('/session?id=8', WHEN);
    await press(user, SLOT_TEXTS.edit);
    expect([field('day').value, field('startsLocal').value, field('endsLocal').value]).toEqual([
      '2027-01-12',
      '09:30',
      '10:30',
    ]);
    await enter(user, 'seats', '8');
    server.answer({ [READ]: rosterOf({ seats: 8 }) });
    await press(user, SLOT_TEXTS.save);
    await screen.findByText(/4 of 8/);
    expect(server.calls('PUT /slots/8')[0]?.body).toEqual({
      startsLocal: '2027-01-12T09:30',
      endsLocal: '2027-01-12T10:30',
      seats: '8',
      version: 1,
    });
  });

  test('show the new version when reopened after another user’s change', async () => {
    const { server, user } = await editTooLate();
    server.answer({ [READ]: rosterOf({ seats: 8, version: 2 }) });
    await press(user, SLOT_TEXTS.save);
    await alertsSay('Lee was faster.');
    await screen.findByText(/4 of 8/);
    await press(user, 'Cancel');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    await press(user, SLOT_TEXTS.edit);
    server.answer({ 'PUT /slots/8': { body: aSlot(8, { seats: 8, version: 2 }) } });
    await press(user, SLOT_TEXTS.save);
    await waitFor(() => {
      expect(server.calls('PUT /slots/8')[1]?.body).toMatchObject({ seats: '8', version: 2 });
    });
  });

  test('keep the error in the open dialog when someone else cancels them', async () => {
    const { server, user } = await editTooLate();
    server.answer({ [READ]: rosterOf({ cancelledAt: WRITTEN.createdDate, cancelReason: 'Ill.' }) });
    await press(user, SLOT_TEXTS.save);
    await screen.findByText('Canceled: Ill.');
    await alertsSay('Lee was faster.');
    await press(user, 'Cancel');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(screen.queryByRole('button', { name: SLOT_TEXTS.edit })).toBeNull();
  });

  test('that run past midnight can be moved to another day', async () => {
    const night = { startsLocal: '2027-01-12T22:00', endsLocal: '2027-01-13T02:00' };
    const server = serve({
      ...PAGE,
      [READ]: rosterOf(night),
      'PUT /slots/8': { body: aSlot(8) },
    });
    const { user } = await opened('/session?id=8', slotText(aSlot(8, night)));
    await press(user, SLOT_TEXTS.edit);
    await enter(user, 'day', '2027-01-31');
    await press(user, SLOT_TEXTS.save);
    await waitFor(() => {
      expect(server.calls('PUT /slots/8')[0]?.body).toMatchObject({
        startsLocal: '2027-01-31T22:00',
        endsLocal: '2027-02-01T02:00',
      });
    });
  });

  test('name the children who would be outside the study’s ages on another day', async () => {
    // The study's children are 24 to 35 months old.
    const leo = aRosterChild(41, { firstName: 'Leo', month: 2, year: 2024 });
    const seated = [leo, aRosterChild(42, { month: 6, year: 2024 })];
    const waiting = [aRosterChild(43, { firstName: 'Kim', month: 2, year: 2024 })];
    serve({ ...PAGE, [READ]: rosterOf({}, { seated, waiting }) });
    const { user } = await opened('/session?id=8', WHEN);
    await press(user, SLOT_TEXTS.edit);
    const dialog = await dialogOf(SLOT_TEXTS.edit);
    const warning = (): string | undefined =>
      within(dialog).queryByRole('alert')?.textContent ?? undefined;
    for (const day of ['2027-01-12', '2027-01-31', '0202-03-01']) {
      await enter(user, 'day', day);
      expect(warning()).toBeUndefined();
    }
    await enter(user, 'day', '2027-03-01');
    expect(warning()).toBe(outsideAgesText(['Leo Doe', 'Kim Doe']));
    expect(warning()).toMatch(/^On that day, Leo Doe and Kim Doe are outside the study’s ages\./);
  });

  test('can be edited again, starting from the version that someone else has saved', async () => {
    const fields = { startsLocal: '2027-01-12T10:00', seats: '8' };
    const current = { modifiedBy: 'lee@example.org', modifiedDate: WRITTEN.modifiedDate };
    const server = serve({
      ...PAGE,
      [READ]: rosterOf(),
      'PUT /slots/8': refused(409, 'Lee was faster.', {
        current: { ...current, version: 5, fields },
      }),
    });
    const { user } = await opened('/session?id=8', WHEN);
    await press(user, SLOT_TEXTS.edit);
    await enter(user, 'seats', '9');
    // The other user entered the same end.
    await enter(user, 'endsLocal', '11:00');
    await press(user, SLOT_TEXTS.save);
    await alertsSay('Lee was faster.');
    await press(user, RECORD_FORM_TEXTS.reload);
    await waitFor(() => {
      expect(['startsLocal', 'endsLocal', 'seats'].map((name) => field(name).value)).toEqual([
        '10:00',
        '11:00',
        '8',
      ]);
    });
    server.answer({ 'PUT /slots/8': { body: aSlot(8) } });
    await enter(user, 'seats', '9');
    await press(user, SLOT_TEXTS.save);
    await waitFor(() => {
      expect(server.calls('PUT /slots/8')[1]?.body).toMatchObject({
        startsLocal: '2027-01-12T10:00',
        endsLocal: '2027-01-12T11:00',
        seats: '9',
        version: 5,
      });
    });
  });

  test('are canceled with a reason; one with answers can’t be deleted', async () => {
    const cancelled = { cancelledAt: WRITTEN.createdDate, cancelReason: 'We are ill.' };
    const server = serve({
      ...PAGE,
      [READ]: rosterOf(),
      'GET /slots': { body: [aSlot(8, cancelled)], total: 1 },
      'POST /slots/8/cancellation': { body: aSlot(8, cancelled) },
    });
    const { user } = await opened('/session?id=8', WHEN);
    expect(screen.queryByRole('button', { name: SLOT_TEXTS.delete })).toBeNull();
    await press(user, SLOT_TEXTS.cancel);
    const dialog = await dialogOf(SLOT_TEXTS.cancel);
    await user.click(within(dialog).getByRole('button', { name: SLOT_TEXTS.cancel }));
    await within(dialog).findByText('Please enter a reason. Parents will read it.');
    expect(server.calls('POST /slots/8/cancellation')).toEqual([]);
    await enter(user, 'reason', 'We are ill.');
    within(dialog).getByText('11 / 500');
    server.answer({ [READ]: rosterOf(cancelled) });
    await user.click(within(dialog).getByRole('button', { name: SLOT_TEXTS.cancel }));
    await screen.findByText('Canceled: We are ill.');
    await screen.findByText(SLOT_TEXTS.wasCanceled);
    await expectFocus(heading);
    expect(server.calls('POST /slots/8/cancellation')[0]?.body).toEqual({ reason: 'We are ill.' });
    // The list of the study says so, too.
    await user.click(screen.getByRole('link', { name: 'Blocks 3' }));
    await rowsShown(1);
    screen.getByText('Canceled: We are ill.');
  });

  test('when the session is over, the dialog keeps the reason until staff have logged in', async () => {
    const path = '/slots/8/cancellation';
    const over = refused(401, 'Please log in.');
    const server = serve({ ...PAGE, [READ]: rosterOf(), [`POST ${path}`]: over });
    const { user } = await opened('/session?id=8', WHEN);
    await press(user, SLOT_TEXTS.cancel);
    const dialog = await dialogOf(SLOT_TEXTS.cancel);
    await enter(user, 'reason', 'We are ill.');
    const reads = server.calls(READ).length;
    const send = within(dialog).getByRole('button', { name: SLOT_TEXTS.cancel });
    await user.click(send);
    await alertsSay(`Please log in. ${RECORD_FORM_TEXTS.logIn}`);
    const link = within(dialog).getByRole('link', { name: RECORD_FORM_TEXTS.logIn });
    expect(link.getAttribute('target')).toBe('_blank');
    // A read would redirect to the login page.
    expect(server.calls(READ)).toHaveLength(reads);
    server.answer({ [`POST ${path}`]: { body: aSlot(8) } });
    await user.click(send);
    await screen.findByText(SLOT_TEXTS.wasCanceled);
    expect(server.calls(`POST ${path}`)[1]?.body).toEqual({ reason: 'We are ill.' });
  });

  test('are cards on a phone, without sorting', async () => {
    onPhone();
    const server = serve({ ...PAGE });
    await opened('/study?id=3', 'Blocks 3');
    const sessions = within(screen.getByRole('region', { name: SLOT_TEXTS.heading }));
    const link = await sessions.findByRole('link', {
      name: `${WHEN} 4 of 6 seats taken · 1 child waits`,
    });
    expect(link.getAttribute('href')).toMatch(/\/session\?id=8$/);
    expect(server.calls('GET /slots')[0]?.query.get('sort')).toBe('["upcoming","ASC"]');
    expect(sessions.queryByRole('table')).toBeNull();
    expect(sessions.queryByRole('button', { name: /^Sort/i })).toBeNull();
  });

  test('need a day, times and seats', async () => {
    const server = serve({ ...PAGE });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await press(user, SLOT_TEXTS.add);
    await dialogOf(SLOT_TEXTS.add);
    await enter(user, 'seats', '201');
    await press(user, SLOT_TEXTS.save);
    await screen.findByText(SLOT_FORM.endsLocal.required);
    expect(screen.getAllByText(SLOT_FORM.startsLocal.required)).toHaveLength(2);
    screen.getByText(SLOT_FORM.seats.required);
    await expectFocus(() => field('day'));
    expect(server.calls('POST /slots')).toEqual([]);
  });

  test('that a family has answered meanwhile are not deleted, and the page shows the answer', async () => {
    const server = serve({
      ...PAGE,
      [READ]: rosterOf({ taken: 0, waiting: 0 }),
      'DELETE /slots/8': refused(409, 'A family has answered.'),
    });
    const { user } = await opened('/session?id=8', WHEN);
    await press(user, SLOT_TEXTS.delete);
    const dialog = await screen.findByRole('alertdialog', { name: SLOT_TEXTS.delete });
    server.answer({ [READ]: rosterOf({ taken: 1, waiting: 0 }) });
    await user.click(within(dialog).getByRole('button', { name: SLOT_TEXTS.delete }));
    await alertsSay('A family has answered.');
    await screen.findByText(/1 of 6/);
    await press(user, 'Cancel');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: SLOT_TEXTS.delete })).toBeNull();
    });
  });

  // 404: an earlier try deleted it, but its response was lost.
  test.each([204, 404])('without answers are deleted after a confirmation: %i', async (status) => {
    const server = serve({
      ...PAGE,
      'GET /slots': { body: [], total: 0 },
      [READ]: rosterOf({ taken: 0, waiting: 0 }),
      'DELETE /slots/8': status === 204 ? { status } : refused(status, 'No such session.'),
    });
    const { user, address } = await opened('/session?id=8', WHEN);
    await press(user, SLOT_TEXTS.delete);
    const dialog = await screen.findByRole('alertdialog', { name: SLOT_TEXTS.delete });
    await user.click(within(dialog).getByRole('button', { name: SLOT_TEXTS.delete }));
    await screen.findByText(SLOT_TEXTS.none);
    expect(address()).toBe('/study?id=3');
    await screen.findByText(SLOT_TEXTS.wasDeleted);
    await expectFocus(heading);
    expect(server.calls('DELETE /slots/8')).toHaveLength(1);
  });
});
