import { describe, expect, test } from 'vitest';
import type { InvitedChild } from '@kidlab/contract';
import { screen, waitFor, within } from '@testing-library/react';

import {
  card,
  choose,
  LEO,
  MAYA,
  NO,
  open,
  SATURDAY,
  SATURDAY_RADIO,
  seated,
  SEND,
  sent,
  SUNDAY,
  VIEW,
  view,
} from './invitation.js';
import { CONNECTION_LOST, expectBanner, hold, press, serve } from './page.js';

describe('saved answers', () => {
  test('show who is first in line, like the choices', async () => {
    const first = { ...LEO, state: 'waitlisted', slot: SUNDAY, waitingBefore: 0 } as const;
    const user = await open(view([first]));
    screen.getByText(/^You are first in line\. /);
    await press(user, 'Change');
    card('Leo').getByText('You are first in line');
  });

  test('are shown, and can be changed or kept', async () => {
    const wait = { ...LEO, state: 'waitlisted', slot: SUNDAY, waitingBefore: 1 } as const;
    const user = await open(view([seated(MAYA), wait], { sequence: 3, note: 'By bus' }));
    expect(screen.getByText('You have a seat')).toBeTruthy();
    expect(screen.getByText(/^1 family before you\./)).toBeTruthy();
    expect(screen.getByText('Your note to us: By bus')).toBeTruthy();

    await press(user, 'Change');
    expect(card('Maya').getByRole('radio', { name: SATURDAY_RADIO })).toHaveProperty(
      'checked',
      true,
    );
    expect(card('Leo').getByText('You are on the waiting list, 1 family before you')).toBeTruthy();
    await press(user, 'Keep your answer');
    await press(user, 'Change');
    await choose(user, 'Leo', NO);
    const call = serve({ [SEND]: view([seated(MAYA), { ...LEO, state: 'declined' }]) });
    await press(user, 'Send');
    await screen.findByRole('heading', { name: 'Your answer is saved' });
    expect(sent(call)).toMatchObject([
      { sequence: 3, answers: [{ answer: 'yes', slotId: 8 }, { answer: 'no' }] },
    ]);
  });

  test('are shown first if nothing is left to choose for the child without an answer', async () => {
    await open(view([{ ...MAYA, slots: [] }, seated(LEO)]));
    screen.getByText('You have a seat');
    screen.getByText('No answer yet');
  });

  test('show no alert about a session for which the child already waits', async () => {
    const slot = { ...SUNDAY, seatsLeft: 1 };
    const slots = [slot];
    const waits = { ...MAYA, state: 'waitlisted', slot, slots, waitingBefore: 1 } as const;
    const user = await open(view([waits], { sequence: 3 }));
    await press(user, 'Change');
    serve({ [SEND]: view([waits]) });
    await press(user, 'Send');
    await screen.findByRole('heading', { name: 'Your answer is saved' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['We are ill.', 'We are sorry, but we had to cancel.'],
    ['', 'You no longer have a seat in this session.'],
  ])('show that the lab canceled the session or removed the child: “%s”', async (reason, said) => {
    const cancelled = { ...SATURDAY, reason };
    const user = await open(view([{ ...MAYA, state: 'cancelled_by_lab', cancelled }]));
    const words = [said, 'Saturday, March 13, 9:30 AM to 10:30 AM', reason].filter(Boolean);
    for (const each of words) expect(screen.getByText(each)).toBeTruthy();
    await press(user, 'Choose another date');
  });

  const canceled: InvitedChild = {
    ...MAYA,
    state: 'cancelled_by_lab',
    cancelled: { ...SATURDAY, reason: '' },
  };

  test('are not announced when a family chooses no other date: nothing is saved then', async () => {
    const user = await open(view([canceled]));
    await press(user, 'Choose another date');
    expect(screen.queryByRole('radio', { name: NO })).toBeNull();
    expect(card('Maya').getByRole('radio', { name: 'None of these dates' })).toHaveProperty(
      'checked',
      true,
    );
    const call = serve({ [SEND]: view([canceled]) });
    await press(user, 'Send');
    await screen.findByText('You no longer have a seat in this session.');
    expect(sent(call)).toHaveLength(1);
    expect(screen.queryByText('Your answer is saved')).toBeNull();
  });

  test('of a sibling can be changed without a choice for a child whose seat the lab canceled', async () => {
    const user = await open(view([canceled, seated(LEO)], { sequence: 3 }));
    await press(user, 'Change');
    await choose(user, 'Leo', NO);
    const call = serve({ [SEND]: view([canceled, { ...LEO, state: 'cancelled_by_parent' }]) });
    await press(user, 'Send');
    await screen.findByRole('heading', { name: 'Your answer is saved' });
    expect(sent(call)).toMatchObject([
      { answers: [{ answer: 'no' }, { participationId: 42, answer: 'no' }] },
    ]);
  });

  test('the heading gets the focus when one of two children gives up a seat', async () => {
    const user = await open(view([seated(MAYA), seated(LEO)], { sequence: 3 }));
    serve({ [SEND]: view([{ ...MAYA, state: 'cancelled_by_parent' }, seated(LEO)]) });
    await press(user, 'We can’t come with Maya');
    await user.click(screen.getByRole('button', { name: 'We can’t come' }));
    const heading = await screen.findByRole('heading', { name: 'Your answer is saved' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('are no longer announced as saved when a seat could not be given up', async () => {
    const user = await open(view([seated(MAYA), seated(LEO)], { sequence: 3 }));
    const giveUp = async (name: string) => {
      await press(user, `We can’t come with ${name}`);
      await user.click(screen.getByRole('button', { name: 'We can’t come' }));
    };
    serve({ [SEND]: view([{ ...MAYA, state: 'cancelled_by_parent' }, seated(LEO)]) });
    await giveUp('Maya');
    await screen.findByRole('heading', { name: 'Your answer is saved' });

    serve({});
    await giveUp('Leo');

    await expectBanner(CONNECTION_LOST);
    screen.getByRole('heading', { level: 1, name: VIEW.studyName });
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    expect(document.title).toMatch(`Error: ${VIEW.studyName}`);
  });

  test('the button of the child that gives up a seat shows that it is working', async () => {
    const user = await open(view([seated(MAYA), seated(LEO)], { sequence: 3 }));
    hold({});
    await press(user, 'We can’t come with Maya');
    await user.click(screen.getByRole('button', { name: 'We can’t come' }));
    const working = screen.getAllByRole('button').filter(({ ariaBusy }) => ariaBusy === 'true');
    expect(working).toEqual([screen.getByRole('button', { name: 'We can’t come with Maya' })]);
  });

  test('a child leaves the waiting list after a confirmation that does not mention a seat', async () => {
    const waits = { ...MAYA, state: 'waitlisted', slot: SUNDAY, waitingBefore: 1 } as const;
    const user = await open(view([waits], { sequence: 3 }));
    await press(user, 'We can’t come with Maya');
    const dialog = within(screen.getByRole('dialog', { name: 'Can’t make it?' }));
    dialog.getByText('We will take Maya off the waiting list.');
    await user.click(dialog.getByRole('button', { name: 'Stay on the waiting list' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('can’t be given up once the session has begun, but a sibling can answer', async () => {
    const over = { hasBegun: true, slots: [] };
    const waits = { ...LEO, state: 'waitlisted', slot: SUNDAY, waitingBefore: 0, ...over } as const;
    const ada = { ...MAYA, participationId: 43, firstName: 'Ada', state: 'declined' } as const;
    const user = await open(view([{ ...seated(MAYA), ...over }, waits, ada]));
    expect(screen.queryByRole('button', { name: /^We can’t come/ })).toBeNull();
    expect(screen.queryByText(/We will email you if a seat opens up/)).toBeNull();
    await press(user, 'Change');
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Ada',
    ]);
  });

  test('a seat is given up after a confirmation, even if no times are offered any more', async () => {
    const user = await open(view([{ ...seated(MAYA), slots: [] }], { sequence: 3 }));
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    await press(user, 'We can’t come with Maya');
    await user.click(screen.getByRole('button', { name: 'Keep the seat' }));

    serve({});
    await press(user, 'We can’t come with Maya');
    await user.click(screen.getByRole('button', { name: 'We can’t come' }));
    await expectBanner(CONNECTION_LOST);

    const call = serve({
      [SEND]: view([{ ...MAYA, state: 'cancelled_by_parent', slots: [] }], { sequence: 4 }),
    });
    await press(user, 'We can’t come with Maya');
    await user.click(screen.getByRole('button', { name: 'We can’t come' }));
    await waitFor(() => expect(screen.getByText('You canceled')).toBeTruthy());
    // An empty row of buttons would still have a margin.
    expect(document.querySelector('.actions:empty')).toBeNull();
    expect(sent(call)).toEqual([{ sequence: 3, answers: [{ participationId: 41, answer: 'no' }] }]);
  });
});
