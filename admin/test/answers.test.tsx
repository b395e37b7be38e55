import type { StaffParticipation } from '@kidlab/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';

import { AGE_NOT_CONFIRMED, ANSWER_TEXTS } from '../src/texts/inviting.js';
import { RECORD_FORM_TEXTS } from '../src/texts/record.js';
import {
  alertsSay,
  CONNECTION_LOST,
  expectFocus,
  expectHeading,
  heading,
  press,
  refused,
  serve,
} from './page.js';
import { opened, stopTheDate } from './portal.js';
import { anInvitation, aSlot, PAGE, WRITTEN } from './study-records.js';

beforeEach(stopTheDate);

const dialogOf = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name });

describe('answers', () => {
  const WHEN = 'Tue, Jan 12, 2027, 9:30 – 10:30 AM';
  /** Born in January, 23 or 24 months old on that day. The study begins at 24. */
  const POSSIBLE = { month: 1, year: 2025 };

  test('by phone: a child gets a seat', async () => {
    const server = serve({
      ...PAGE,
      'GET /slots': { body: [aSlot(8, { waiting: 0 })], total: 1 },
      'GET /invitations': { body: [anInvitation(31, POSSIBLE)], total: 1 },
      'PUT /participations/41': refused(409, 'The session is full.'),
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await screen.findByText('Maya: No answer yet');
    await press(user, 'Answer Maya Doe');
    const dialog = await dialogOf(ANSWER_TEXTS.heading);
    await press(user, ANSWER_TEXTS.save);
    await alertsSay(ANSWER_TEXTS.noneChosen);
    expect(server.calls('PUT /participations/41')).toEqual([]);
    await user.click(within(dialog).getByRole('radio', { name: `Yes: ${WHEN} (2 seats free)` }));
    const question = 'The parent says yes: Will Maya be 24 months or older on January 12?';
    const box = within(dialog).getByRole('checkbox', { name: question });
    await press(user, ANSWER_TEXTS.save);
    await alertsSay(AGE_NOT_CONFIRMED);
    expect(server.calls('PUT /participations/41')).toEqual([]);
    await user.click(box);
    await press(user, ANSWER_TEXTS.save);
    await alertsSay('The session is full.');
    const accepted = anInvitation(31, {
      state: 'accepted',
      slotId: 8,
      startsLocal: '2027-01-12T09:30',
      version: 2,
    });
    server.answer({
      'PUT /participations/41': { body: accepted.participations[0] },
      'GET /invitations': { body: [accepted], total: 1 },
    });
    await press(user, ANSWER_TEXTS.save);
    await screen.findByText('Maya: Has a seat: Tue, Jan 12, 2027, 9:30 AM');
    expect(server.calls('PUT /participations/41')[1]?.body).toEqual({
      state: 'accepted',
      slotId: 8,
      ageConfirmed: true,
      version: 1,
    });
  });

  test.each([
    ['invited', ANSWER_TEXTS.no, { state: 'declined' }],
    ['accepted', ANSWER_TEXTS.no, { state: 'cancelled_by_parent' }],
    ['waitlisted', ANSWER_TEXTS.no, { state: 'declined' }],
    ['invited', `Waiting list: ${WHEN} (1 child waits)`, { state: 'waitlisted', slotId: 8 }],
  ] as const)('by phone, of a child that is %s: %s', async (state, choice, body) => {
    const server = serve({
      ...PAGE,
      'GET /slots': { body: [aSlot(8, { taken: 6, waiting: 1 })], total: 1 },
      'GET /invitations': { body: [anInvitation(31, { state })], total: 1 },
      'PUT /participations/41': { body: anInvitation(31).participations[0] },
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Answer Maya Doe' }));
    const dialog = await dialogOf(ANSWER_TEXTS.heading);
    await user.click(within(dialog).getByRole('radio', { name: choice }));
    await press(user, ANSWER_TEXTS.save);
    await waitFor(() => {
      expect(server.calls('PUT /participations/41')[0]?.body).toEqual({ ...body, version: 1 });
    });
  });

  test('by phone: an age that is certain or confirmed for that day is not asked', async () => {
    const waiting = { state: 'waitlisted', slotId: 8, startsLocal: '2027-01-12T09:30' } as const;
    const confirmed = { ...waiting, ...POSSIBLE, ageConfirmedAt: WRITTEN.createdDate };
    const later = { startsLocal: '2027-02-01T09:30', endsLocal: '2027-02-01T10:30' };
    const nextDay = { startsLocal: '2027-01-13T09:30', endsLocal: '2027-01-13T10:30', waiting: 0 };
    serve({
      ...PAGE,
      'GET /slots': { body: [aSlot(8), aSlot(9, later), aSlot(10, nextDay)], total: 3 },
      'GET /invitations': { body: [anInvitation(31, confirmed)], total: 1 },
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Answer Maya Doe' }));
    const dialog = within(await dialogOf(ANSWER_TEXTS.heading));
    for (const name of [/^Yes: Tue/, /^Yes: Mon/]) {
      await user.click(dialog.getByRole('radio', { name }));
      expect(dialog.queryByRole('checkbox')).toBeNull();
    }
    await user.click(dialog.getByRole('radio', { name: /Wed, Jan 13/ }));
    dialog.getByRole('checkbox', { name: /^The parent says yes/ });
  });

  test('by phone: siblings are answered together, and wait if only one seat is free', async () => {
    const [maya] = anInvitation(31, POSSIBLE).participations;
    const others = [
      { id: 42, firstName: 'Noah', ...POSSIBLE },
      { id: 43, firstName: 'Leo', state: 'declined' as const },
    ];
    const siblings = others.flatMap((other) => anInvitation(31, other).participations);
    const family = { participations: [...(maya === undefined ? [] : [maya]), ...siblings] };
    const server = serve({
      ...PAGE,
      'GET /slots': { body: [aSlot(8, { taken: 5, waiting: 0 })], total: 1 },
      'GET /invitations': { body: [anInvitation(31, {}, family)], total: 1 },
      'PUT /participations/41': { body: maya },
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Answer Maya Doe' }));
    const dialog = within(await dialogOf(ANSWER_TEXTS.heading));
    await user.click(dialog.getByRole('radio', { name: /^Yes/ }));
    // This does not confirm the question about both children.
    await user.click(dialog.getByRole('checkbox', { name: /^The parent says yes/ }));
    await user.click(dialog.getByRole('checkbox', { name: 'Same answer for Noah' }));
    expect(dialog.queryByRole('radio', { name: /^Yes/ })).toBeNull();
    // The session stays chosen.
    const name = `Waiting list: ${WHEN} (1 seat free, too few for 2 children)`;
    expect(dialog.getByRole<HTMLInputElement>('radio', { name }).checked).toBe(true);
    const question =
      'The parent says yes: Will Maya be 24 months or older on January 12? Will Noah be 24 months or older on January 12?';
    await user.click(dialog.getByRole('checkbox', { name: question }));
    await press(user, ANSWER_TEXTS.save);
    const said = { ageConfirmed: true, withSiblings: true };
    const body = { state: 'waitlisted', slotId: 8, ...said, version: 1 };
    await waitFor(() => {
      expect(server.calls('PUT /participations/41').map((call) => call.body)).toEqual([body]);
    });
  });

  test('by phone: siblings who have seats can’t all take the last seat of another session', async () => {
    const seat = { state: 'accepted', slotId: 8, startsLocal: '2027-01-12T09:30' } as const;
    const [maya, noah] = [seat, { ...seat, id: 42, firstName: 'Noah' }].flatMap(
      (child) => anInvitation(31, child).participations,
    );
    const later = { startsLocal: '2027-01-13T09:30', endsLocal: '2027-01-13T10:30', taken: 5 };
    const family = { participations: [maya, noah].flatMap((child) => child ?? []) };
    const server = serve({
      ...PAGE,
      'GET /slots': { body: [aSlot(8), aSlot(9, later)], total: 2 },
      'GET /invitations': { body: [anInvitation(31, {}, family)], total: 1 },
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Answer Maya Doe' }));
    const dialog = within(await dialogOf(ANSWER_TEXTS.heading));
    await user.click(dialog.getByRole('radio', { name: /^Yes/ }));
    await user.click(dialog.getByRole('checkbox', { name: 'Same answer for Noah' }));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /too few/ }).checked).toBe(true);
    await press(user, ANSWER_TEXTS.save);
    await alertsSay(ANSWER_TEXTS.tooFew);
    expect(server.calls('PUT /participations/41')).toEqual([]);
  });

  test('by phone: a confirmed age applies to one session only', async () => {
    const later = { startsLocal: '2027-01-13T09:30', endsLocal: '2027-01-13T10:30', waiting: 0 };
    const server = serve({
      ...PAGE,
      'GET /slots': { body: [aSlot(8, { waiting: 0 }), aSlot(9, later)], total: 2 },
      'GET /invitations': { body: [anInvitation(31, POSSIBLE)], total: 1 },
      'PUT /participations/41': { body: anInvitation(31).participations[0] },
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Answer Maya Doe' }));
    const dialog = within(await dialogOf(ANSWER_TEXTS.heading));
    const box = (): HTMLElement => dialog.getByRole('checkbox', { name: /^The parent says yes/ });
    await user.click(dialog.getByRole('radio', { name: /^Yes: Tue/ }));
    await user.click(box());
    await user.click(dialog.getByRole('radio', { name: /^Yes: Wed/ }));
    expect((box() as HTMLInputElement).checked).toBe(false);
    await user.click(box());
    await user.click(dialog.getByRole('radio', { name: ANSWER_TEXTS.no }));
    const save = dialog.getByRole('button', { name: ANSWER_TEXTS.save });
    // A double click saves once.
    fireEvent.click(save);
    fireEvent.click(save);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(server.calls('PUT /participations/41').map(({ body }) => body)).toEqual([
      { state: 'declined', version: 1 },
    ]);
  });

  test('by phone: a seat that is still free can be taken, even while families wait', async () => {
    const [free, full] = [aSlot(8, { waiting: 2 }), aSlot(9, { taken: 6, waiting: 1 })];
    serve({ ...PAGE, 'GET /slots': { body: [free, full], total: 2 } });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Answer Maya Doe' }));
    const dialog = await dialogOf(ANSWER_TEXTS.heading);
    within(dialog).getByRole('radio', { name: `Yes: ${WHEN} (2 seats free)` });
    within(dialog).getByRole('radio', { name: `Waiting list: ${WHEN} (1 child waits)` });
  });

  test('by phone: after a lost response, a second Save finds the answer saved', async () => {
    const starts = '2027-01-12T09:30';
    const seat = { state: 'accepted', slotId: 8, startsLocal: starts, version: 2 } as const;
    const server = serve({
      ...PAGE,
      'GET /slots': { body: [aSlot(8, { waiting: 0 })], total: 1 },
      'PUT /participations/41': () => {
        server.answer({ 'GET /invitations': { body: [anInvitation(31, seat)], total: 1 } });
        return null;
      },
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Answer Maya Doe' }));
    const dialog = within(await dialogOf(ANSWER_TEXTS.heading));
    await user.click(dialog.getByRole('radio', { name: /^Yes/ }));
    await press(user, ANSWER_TEXTS.save);
    await alertsSay(CONNECTION_LOST);
    // No longer offered: the child has it.
    await waitFor(() => expect(dialog.queryByRole('radio', { name: /^Yes/ })).toBeNull());
    await press(user, ANSWER_TEXTS.save);
    await screen.findByText(RECORD_FORM_TEXTS.saved);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.calls('PUT /participations/41')).toHaveLength(1);
  });

  test('by phone: after a lost response, a second Save finds that the siblings wait', async () => {
    const family = (saved: Partial<StaffParticipation>) => {
      const children = [{}, { id: 42, firstName: 'Noah' }];
      const participations = children.flatMap(
        (child) => anInvitation(31, { ...child, ...saved }).participations,
      );
      return { body: [anInvitation(31, {}, { participations })], total: 1 };
    };
    const server = serve({
      ...PAGE,
      'GET /slots': { body: [aSlot(8, { taken: 5, waiting: 0 })], total: 1 },
      'GET /invitations': family({}),
      'PUT /participations/41': () => {
        const waits = { state: 'waitlisted', slotId: 8, startsLocal: '2027-01-12T09:30' } as const;
        server.answer({ 'GET /invitations': family({ ...waits, version: 2 }) });
        return null;
      },
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Answer Maya Doe' }));
    const dialog = within(await dialogOf(ANSWER_TEXTS.heading));
    await user.click(dialog.getByRole('checkbox', { name: 'Same answer for Noah' }));
    await user.click(dialog.getByRole('radio', { name: /^Waiting list/ }));
    await press(user, ANSWER_TEXTS.save);
    await alertsSay(CONNECTION_LOST);
    await screen.findByText(/^Noah: On the waiting list/);
    await press(user, ANSWER_TEXTS.save);
    await screen.findByText(RECORD_FORM_TEXTS.saved);
    expect(server.calls('PUT /participations/41')).toHaveLength(1);
  });

  test('by phone: the focus stays in the list when its row leaves the page', async () => {
    const server = serve({
      ...PAGE,
      'GET /slots': { body: [aSlot(8, { waiting: 0 })], total: 1 },
      'GET /invitations': { body: [anInvitation(31)], total: 26 },
      'PUT /participations/41': () => {
        server.answer({ 'GET /invitations': { body: [], total: 27 } });
        return { body: {} };
      },
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Answer Maya Doe' }));
    const dialog = within(await dialogOf(ANSWER_TEXTS.heading));
    await user.click(dialog.getByRole('radio', { name: /^Yes/ }));
    await press(user, ANSWER_TEXTS.save);
    await expectFocus(() => screen.getByText('27 invitations'));
  });

  test('by phone: a child with a seat can move to another session or give it up', async () => {
    const seat = { state: 'accepted', slotId: 8, startsLocal: '2027-01-12T09:30' } as const;
    const later = { startsLocal: '2027-01-13T09:30', endsLocal: '2027-01-13T10:30' };
    const elsewhere = { ...seat, id: 42, firstName: 'Noah', slotId: 9 };
    const participations = [seat, elsewhere].flatMap(
      (child) => anInvitation(31, child).participations,
    );
    serve({
      ...PAGE,
      'GET /slots': {
        body: [
          aSlot(8),
          aSlot(9, { ...later, waiting: 0 }),
          aSlot(10, { taken: 6 }),
          aSlot(11, { startsAt: '2026-03-15T11:00:00.000Z' }),
          aSlot(12, { cancelledAt: WRITTEN.createdDate }),
        ],
        total: 5,
      },
      'GET /invitations': { body: [anInvitation(31, {}, { participations })], total: 1 },
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Answer Maya Doe' }));
    const dialog = await dialogOf(ANSWER_TEXTS.heading);
    const choices = within(dialog)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label'));
    expect(choices.map((label) => label?.textContent)).toEqual([
      'Yes: Wed, Jan 13, 2027, 9:30 – 10:30 AM (2 seats free)',
      'No',
    ]);
    // A sibling in another session is not asked about together.
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
  });

  test('an invitation is withdrawn after a confirmation, and shows why', async () => {
    const withdrawn = anInvitation(31, {}, { state: 'withdrawn', withdrawnReason: 'paused' });
    const server = serve({ ...PAGE, 'POST /invitations/31/withdrawal': { body: withdrawn } });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await user.click(await screen.findByRole('button', { name: 'Withdraw Doe' }));
    const dialog = await screen.findByRole('alertdialog', {
      name: ANSWER_TEXTS.withdrawHeading,
    });
    server.answer({ 'GET /invitations': { body: [withdrawn], total: 1 } });
    await user.click(within(dialog).getByRole('button', { name: ANSWER_TEXTS.withdraw }));
    await screen.findByText('the family asked for a pause');
    await screen.findByText(ANSWER_TEXTS.withdrawn);
    screen.getByText('Maya: Withdrawn');
    expect(screen.queryByRole('button', { name: 'Answer Maya Doe' })).toBeNull();
    await expectFocus(heading);
  });

  test('a child that left the waiting list shows no session', async () => {
    const child = { state: 'declined', slotId: 8, startsLocal: '2027-01-12T09:30' } as const;
    serve({ ...PAGE, 'GET /invitations': { body: [anInvitation(31, child)], total: 1 } });
    await opened('/study?id=3', 'Blocks 3');
    await screen.findByText('Maya: Said no');
  });

  test('can be searched by name', async () => {
    const server = serve({ ...PAGE });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await screen.findByText('Maya: No answer yet');
    server.answer({ 'GET /invitations': { body: [], total: 0 } });
    const name = screen.getByLabelText<HTMLInputElement>(ANSWER_TEXTS.name);
    expect(name.maxLength).toBe(99);
    await user.type(name, 'Park{Enter}');
    await waitFor(() => {
      expect(screen.queryByText('Maya: No answer yet')).toBeNull();
    });
    expect(server.calls('GET /invitations').at(-1)?.query.get('filter')).toBe(
      '{"q":"Park","studyId":3}',
    );
  });

  test('show the parent’s note and the place on the waiting list', async () => {
    const waiting = {
      state: 'waitlisted',
      startsLocal: '2027-01-12T09:30',
      waitingBefore: 2,
    } as const;
    serve({
      ...PAGE,
      'GET /invitations': {
        body: [
          anInvitation(31, waiting, { note: 'We come by bus.' }),
          anInvitation(32, { ...waiting, waitingBefore: 0 }),
        ],
        total: 2,
      },
    });
    await opened('/study?id=3', 'Blocks 3');
    await screen.findByText('Note from the parent: We come by bus.');
    expect(screen.queryByRole('button', { name: 'Withdraw Doe' })).toBeNull();
    screen.getByText('Maya: On the waiting list: Tue, Jan 12, 2027, 9:30 AM, 2 families ahead');
    screen.getByText('Maya: On the waiting list: Tue, Jan 12, 2027, 9:30 AM, first in line');
    await expectHeading('Blocks 3');
  });
});
