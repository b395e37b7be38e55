import { beforeEach, describe, expect, test } from 'vitest';
import type { ParticipationState, Roster, WaitingReason } from '@kidlab/contract';
import { screen, waitFor, within } from '@testing-library/react';

import { SESSION_TEXTS, WAITING_TEXTS } from '../src/texts/invitations.js';
import { AGE_NOT_CONFIRMED } from '../src/texts/inviting.js';
import { SLOT_TEXTS } from '../src/texts/studies.js';
import { alertsSay, aLateAnswer, press, refused, serve, expectFocus, heading } from './page.js';
import { opened, stopTheDate } from './portal.js';
import { aRosterChild, aSlot, aStudy } from './study-records.js';

/** `stopTheDate` sets the clock to noon UTC on March 15, 2026. */
const SLOT = aSlot(8, {
  startsAt: '2026-03-15T13:00:00.000Z',
  endsAt: '2026-03-15T14:00:00.000Z',
  startsLocal: '2026-03-15T06:00',
  endsLocal: '2026-03-15T07:00',
  seats: 3,
  taken: 2,
  waiting: 1,
});
const WHEN = 'Sun, Mar 15, 2026, 6:00 – 7:00 AM';

const MAYA = aRosterChild(41);
const BEN = aRosterChild(42, { firstName: 'Ben', familyId: 41, note: 'We come by bus.' });
const KIM = aRosterChild(43, { firstName: 'Kim', state: 'waitlisted', waitingBefore: 0 });
const ROSTER: Roster = {
  slot: SLOT,
  study: aStudy(3),
  seated: [BEN, MAYA],
  waiting: [KIM],
  whyWaiting: [],
  cancelled: [],
};
/** Born in March, they may be 23 or 24 months old. The study begins at 24. */
const POSSIBLE = { month: 3, year: 2024 };
const READ = 'GET /slots/8/roster';

function session(roster: Partial<Roster> = {}): ReturnType<typeof serve> {
  return serve({ [READ]: { body: { ...ROSTER, ...roster } } });
}

const open = () => opened('/session?id=8', WHEN);
const mark = (child: string, name: string): HTMLElement =>
  within(screen.getByRole('group', { name: child })).getByRole('button', { name });
const pressed = (element: HTMLElement): string | null => element.getAttribute('aria-pressed');

beforeEach(stopTheDate);

describe('the page of a session', () => {
  test('shows the roster and the waiting list, with phone numbers', async () => {
    session();
    await open();
    screen.getByRole('heading', { name: 'Roster: 2 of 3 seats taken' });
    expect(screen.getByRole('link', { name: 'Blocks 3' }).getAttribute('href')).toMatch(
      /\/study\?id=3$/,
    );
    const [seated] = screen.getAllByRole('list').filter((list) => list.tagName === 'OL');
    expect(seated?.textContent).toContain('Ben Doe23–24 months, FemaleJane Doe (510) 555-0100');
    screen.getByText('We come by bus.');
    await screen.findByText(`Blocks 3, ${WHEN}, ${aStudy(3).place}`);
    const [call] = screen.getAllByRole('link', { name: '(510) 555-0100' });
    expect(call?.getAttribute('href')).toBe('tel:+15105550100');
  });

  test('one tap records attendance, a second one undoes it', async () => {
    const server = session();
    const { user } = await open();
    const marked = { ...MAYA, state: 'attended', version: 3 };
    server.answer({
      'PUT /participations/41': { body: marked },
      [READ]: { body: { ...ROSTER, seated: [BEN, marked] } },
    });
    await user.click(mark('Maya Doe', 'Came'));
    await waitFor(() => {
      expect(server.calls(READ)).toHaveLength(2);
    });
    expect(pressed(mark('Maya Doe', 'Came'))).toBe('true');
    expect(pressed(mark('Ben Doe', 'Came'))).toBe('false');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Remove Maya Doe' })).toBeNull();
    });
    server.answer({ [READ]: { body: ROSTER } });
    await user.click(mark('Maya Doe', 'Came'));
    await screen.findByRole('button', { name: 'Remove Maya Doe' });
    expect(pressed(mark('Maya Doe', 'Came'))).toBe('false');
    expect(server.calls('PUT /participations/41').map(({ body }) => body)).toEqual([
      { state: 'attended', version: 2 },
      { state: 'accepted', version: 3 },
    ]);
  });

  test('a tap during a save waits for it, and carries the new version', async () => {
    const server = session();
    const { user } = await open();
    const marked = (state: ParticipationState, version: number) => ({ ...MAYA, state, version });
    const { late, release } = aLateAnswer();
    server.answer({ 'PUT /participations/41': () => late });
    const group = mark('Maya Doe', 'Came').parentElement;
    expect(group?.getAttribute('aria-busy')).toBe('false');
    await user.click(mark('Maya Doe', 'Came'));
    expect(group?.getAttribute('aria-busy')).toBe('true');
    await user.click(mark('Maya Doe', 'No-show'));
    expect(pressed(mark('Maya Doe', 'No-show'))).toBe('true');
    server.answer({ [READ]: { body: { ...ROSTER, seated: [BEN, marked('attended', 3)] } } });
    release({ body: marked('attended', 3) });
    await waitFor(() => {
      expect(server.calls('PUT /participations/41').map(({ body }) => body)).toEqual([
        { state: 'attended', version: 2 },
        { state: 'no_show', version: 3 },
      ]);
    });
  });

  test('a refused change is reported, and the roster is reloaded', async () => {
    const server = session();
    const { user } = await open();
    server.answer({ 'PUT /participations/42': refused(409, 'Lee was faster.') });
    await user.click(mark('Ben Doe', 'No-show'));
    await alertsSay('Lee was faster.');
    await waitFor(() => {
      expect(server.calls(READ)).toHaveLength(2);
    });
    expect(pressed(mark('Ben Doe', 'No-show'))).toBe('false');
  });

  test.each([
    ['too early', '2026-03-15T13:01:00.000Z'],
    ['too late', '2026-02-13T11:59:00.000Z'],
  ])('attendance can’t be recorded %s', async (_, startsAt) => {
    session({ slot: { ...SLOT, startsAt } });
    await open();
    expect(screen.queryByRole('button', { name: 'Came' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove Maya Doe' })).not.toBeNull();
  });

  test('a session that has begun can’t be canceled', async () => {
    session({ slot: { ...SLOT, startsAt: '2026-03-15T12:00:00.000Z' } });
    await open();
    expect(screen.getByRole('button', { name: SLOT_TEXTS.edit })).not.toBeNull();
    expect(screen.queryByRole('button', { name: SLOT_TEXTS.cancel })).toBeNull();
  });

  test('shows the age text of the server', async () => {
    session({ seated: [{ ...MAYA, ageText: '23–24 months (age not confirmed)' }] });
    await open();
    screen.getByText('23–24 months (age not confirmed), Female');
  });

  test('staff give a waiting child a seat', async () => {
    const server = session();
    const { user } = await open();
    await press(user, 'Give a Seat Kim Doe');
    const dialog = await screen.findByRole('alertdialog', { name: SESSION_TEXTS.seat });
    within(dialog).getByText('This child gets a seat. The family will get an email.');
    // The month of birth is enough to tell the age.
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    const seated = { ...KIM, state: 'accepted', version: 3 };
    server.answer({
      'PUT /participations/43': { body: seated },
      [READ]: {
        body: { ...ROSTER, slot: { ...SLOT, taken: 3 }, seated: [BEN, seated, MAYA], waiting: [] },
      },
    });
    await user.click(within(dialog).getByRole('button', { name: SESSION_TEXTS.seat }));
    await screen.findByText(SESSION_TEXTS.nobodyWaits);
    await screen.findByText(SESSION_TEXTS.seated);
    expect(server.calls('PUT /participations/43')[0]?.body).toEqual({
      state: 'accepted',
      version: 2,
    });
    await expectFocus(heading);
  });

  test.each([KIM, MAYA])(
    'staff confirm the age of a child that keeps its place: $state',
    async (shown) => {
      const child = { ...shown, ...POSSIBLE };
      const isWaiting = child.state === 'waitlisted';
      const server = session(isWaiting ? { waiting: [child] } : { seated: [BEN, child] });
      const call = `PUT /participations/${String(child.id)}`;
      server.answer({ [call]: { body: child } });
      const { user } = await open();
      expect(screen.queryByRole('button', { name: 'Confirm Age Ben Doe' })).toBeNull();
      await press(user, `Confirm Age ${child.firstName} Doe`);
      const dialog = within(
        await screen.findByRole('alertdialog', { name: SESSION_TEXTS.confirmAge }),
      );
      dialog.getByText(
        `Ask the parent: “Will ${child.firstName} be 24 months or older on March 15?” Confirm the age if the answer is yes.`,
      );
      await user.click(dialog.getByRole('button', { name: SESSION_TEXTS.confirmAge }));
      await screen.findByText(SESSION_TEXTS.ageConfirmed);
      // The row remains.
      const link = screen.getByRole('link', { name: `${child.firstName} Doe` });
      await expectFocus(() => link);
      const { state, version } = child;
      expect(server.calls(call)[0]?.body).toEqual({ state, version, ageConfirmed: true });
    },
  );

  test('an age that is only possible must be confirmed before a seat is given', async () => {
    const server = session({ waiting: [{ ...KIM, ...POSSIBLE }] });
    const question = 'Will Kim be 24 months or older on March 15?';
    server.answer({ 'PUT /participations/43': { body: { ...KIM, state: 'accepted' } } });
    const { user } = await open();
    await press(user, 'Give a Seat Kim Doe');
    const dialog = within(await screen.findByRole('dialog', { name: SESSION_TEXTS.seat }));
    const box = dialog.getByRole('checkbox', { name: `The parent says yes: ${question}` });
    const give = () => user.click(dialog.getByRole('button', { name: SESSION_TEXTS.seat }));
    await give();
    await alertsSay(AGE_NOT_CONFIRMED);
    await user.click(box);
    await give();
    await screen.findByText(SESSION_TEXTS.seated);
    expect(server.calls('PUT /participations/43').map(({ body }) => body)).toEqual([
      { state: 'accepted', ageConfirmed: true, version: 2 },
    ]);
  });

  test('only an age that is still uncertain can be confirmed', async () => {
    const names = ['Possible', 'Confirmed', 'Certain', 'Outside'];
    const ages = [
      POSSIBLE,
      { ...POSSIBLE, ageConfirmedAt: '2026-03-01T12:00:00.000Z' },
      {},
      { month: 1, year: 2020 },
    ];
    const waiting = ages.map((age, index) => ({
      ...KIM,
      id: 50 + index,
      firstName: names[index] ?? '',
      ...age,
    }));
    session({ waiting });
    await open();
    const buttons = screen.getAllByRole('button', { name: /^Confirm Age/ });
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Confirm Age Possible Doe',
    ]);
  });

  test('an age that the parent has confirmed is not asked again', async () => {
    session({ waiting: [{ ...KIM, ...POSSIBLE, ageConfirmedAt: '2026-03-01T12:00:00.000Z' }] });
    const { user } = await open();
    await press(user, 'Give a Seat Kim Doe');
    const dialog = await screen.findByRole('alertdialog', { name: SESSION_TEXTS.seat });
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
  });

  test('the question about one child says that its siblings keep waiting', async () => {
    const kai = { ...KIM, id: 44, firstName: 'Kai' };
    session({
      waiting: [
        { ...KIM, waitingBefore: 1 },
        kai,
        aRosterChild(45, { firstName: 'Una', state: 'waitlisted' }),
      ],
    });
    const { user } = await open();
    await press(user, 'Give a Seat Kim Doe');
    const dialog = await screen.findByRole('alertdialog', { name: SESSION_TEXTS.seat });
    within(dialog).getByText(
      /^This child gets a seat ahead of others .* Kai, of the same family, stays on the waiting list\.$/,
    );
  });

  test.each<[string, WaitingReason[], string | null]>([
    ['no seat is free', ['no-seat'], WAITING_TEXTS['no-seat']],
    ['it is too late', ['cut-off'], WAITING_TEXTS['cut-off']],
    [
      'the free seats are for none of them',
      ['siblings', 'no-mail'],
      `No waiting family can take the free seats: ${WAITING_TEXTS.siblings} and ${WAITING_TEXTS['no-mail']}. You can fill them by hand.`,
    ],
    ['they are about to get the free seats', ['filling'], WAITING_TEXTS.filling],
    ['the session has begun', [], null],
  ])('says why families wait: %s', async (_, whyWaiting, text) => {
    session({ whyWaiting });
    await open();
    const shown = screen.queryAllByText(/free seats|No seat is free|are not filled/);
    expect(shown.map(({ textContent }) => textContent)).toEqual(text === null ? [] : [text]);
  });

  test('staff remove a child; without a free seat, they can’t give one', async () => {
    const full: Partial<Roster> = { slot: { ...SLOT, seats: 2 }, whyWaiting: ['no-seat'] };
    const server = session(full);
    const { user } = await open();
    screen.getByText(WAITING_TEXTS['no-seat']);
    expect(screen.queryByRole('button', { name: /^Give a Seat/ })).toBeNull();
    await press(user, 'Remove Kim Doe');
    const dialog = await screen.findByRole('alertdialog', { name: SESSION_TEXTS.remove });
    server.answer({
      'PUT /participations/43': { body: { ...KIM, state: 'cancelled_by_lab' } },
      [READ]: { body: { ...ROSTER, ...full, waiting: [] } },
    });
    await user.click(within(dialog).getByRole('button', { name: SESSION_TEXTS.remove }));
    await screen.findByText(SESSION_TEXTS.nobodyWaits);
    await screen.findByText(SESSION_TEXTS.removed);
    expect(server.calls('PUT /participations/43')[0]?.body).toMatchObject({
      state: 'cancelled_by_lab',
    });
  });

  test('a change first shows how many families get an email; a canceled session shows why', async () => {
    const disabled = aRosterChild(44, { state: 'waitlisted', isMailed: false });
    const server = session({ waiting: [KIM, disabled] });
    const { user } = await open();
    await press(user, SLOT_TEXTS.edit);
    await screen.findByText(
      `${SLOT_TEXTS.question} ${SLOT_TEXTS.ifMoved} 2 families get an email.`,
    );
    await press(user, 'Cancel');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    await press(user, SLOT_TEXTS.cancel);
    const dialog = await screen.findByRole('dialog', { name: SLOT_TEXTS.cancel });
    expect(dialog.textContent).toContain('2 families get an email.');
    await user.type(within(dialog).getByRole('textbox'), 'We are ill.');
    const slot = { ...SLOT, cancelledAt: SLOT.startsAt, cancelReason: 'We are ill.' };
    server.answer({
      'POST /slots/8/cancellation': { body: slot },
      [READ]: {
        body: {
          ...ROSTER,
          slot,
          seated: [],
          waiting: [],
          cancelled: [MAYA, KIM, BEN],
        },
      },
    });
    await user.click(within(dialog).getByRole('button', { name: SLOT_TEXTS.cancel }));
    await alertsSay('Canceled: We are ill.');
    expect(screen.queryByRole('button', { name: SLOT_TEXTS.edit })).toBeNull();
    // Staff may call the families concerned.
    const concerned = screen.getByRole('region', { name: SESSION_TEXTS.cancelled });
    const lines = within(concerned).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Maya Doe.*\(510\) 555-0100$/),
      expect.stringMatching(/^Kim Doe.*\(510\) 555-0100$/),
      expect.stringMatching(/^Ben Doe.*\(510\) 555-0100We come by bus\.$/),
    ]);
  });

  test.each(['', '?id=8'])('a page without a session links to the studies: %s', async (query) => {
    serve({
      'GET /slots/0/roster': refused(404, 'There is no such session.'),
      [READ]: refused(404, 'There is no such session.'),
    });
    await opened(`/session${query}`, SESSION_TEXTS.heading);
    await screen.findByText('There is no such session.');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Studies' }).getAttribute('href')).toMatch(/\/studies$/);
  });
});
