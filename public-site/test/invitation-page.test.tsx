import { describe, expect, test } from 'vitest';
import type { InvitationView, InvitedChild } from '@kidlab/contract';
import { screen, waitFor, within } from '@testing-library/react';

import {
  card,
  choose,
  ENDED,
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
  SUNDAY_RADIO,
  VIEW,
  view,
} from './invitation.js';
import {
  type Answer,
  CONNECTION_LOST,
  expectBanner,
  press,
  refused,
  serve,
  TOO_MANY,
} from './page.js';

test('two taps answer for one child', async () => {
  const user = await open(view([MAYA]));
  expect(screen.getByText('Can Maya come to a test session?')).toBeTruthy();
  expect(
    screen.getByText(
      /^Please answer by Sunday, March 7, 12:00\sPM\. You can choose a session up to 24 hours before it starts\.$/,
    ),
  ).toBeTruthy();
  expect(card('Maya').getAllByRole('radio')).toHaveLength(3);
  expect(card('Maya').getByRole('radio', { name: SATURDAY_RADIO })).toHaveProperty(
    'parentElement.textContent',
    'Saturday, March 139:30\u00a0AM to 10:30\u00a0AM3 seats left',
  );
  card('Maya').getByRole('radio', { name: /Full: join the waiting list, 2 families before you$/ });
  expect(screen.queryByRole('button', { name: 'Keep your answer' })).toBeNull();

  const call = serve({ [SEND]: view([seated(MAYA)], { sequence: 1 }) });
  await choose(user, 'Maya', SATURDAY_RADIO);
  await press(user, 'Send');

  const heading = await screen.findByRole('heading', { level: 1, name: 'Your answer is saved' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const answer = { answer: 'yes', slotId: 8, ageConfirmed: false };
  const answers = [{ participationId: 41, ...answer }];
  expect(sent(call)).toEqual([{ sequence: 0, note: '', noteSeen: '', answers }]);
  expect(screen.getByText('You have a seat')).toBeTruthy();
  expect(screen.getByText('Saturday, March 13, 9:30 AM to 10:30 AM')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add to your calendar' }).getAttribute('href')).toBe(
    '/kidlab-reg/invitations/calendar?guid=g&slot=8',
  );
});

test('each child needs an answer, and an uncertain age must be confirmed', async () => {
  const question = 'Will Leo be 24 months or older on March 14?';
  const leo = { ...LEO, slots: [SATURDAY, { ...SUNDAY, ageQuestion: question }] };
  const user = await open(view([MAYA, leo]));
  await choose(user, 'Leo', SUNDAY_RADIO);
  await press(user, 'Send');

  const [maya, age] = [
    'Please choose a time for Maya, or “No, thank you”.',
    'Please confirm the age of Leo, or choose another answer.',
  ];
  const banner = await expectBanner(maya, age);
  await waitFor(() => expect(document.activeElement).toBe(banner));
  await user.click(within(banner).getByRole('link', { name: maya }));
  expect(document.activeElement).toBe(card('Maya').getAllByRole('radio')[0]);
  await choose(user, 'Maya', NO);
  await expectBanner(age);
  const box = screen.getByRole('checkbox', { name: `${question} Yes` });
  await user.click(within(banner).getByRole('link', { name: age }));
  expect(document.activeElement).toBe(box);
  await user.click(box);
  expect(screen.queryByText('Oops!')).toBeNull();

  await user.click(screen.getByText('Add a note to the lab'));
  await user.type(screen.getByLabelText('Your note (optional)'), 'By bus');
  const call = serve({ [SEND]: view([seated(MAYA)]) });
  await press(user, 'Send');
  await screen.findByRole('heading', { name: 'Your answer is saved' });
  expect(sent(call)).toEqual([
    {
      sequence: 0,
      note: 'By bus',
      noteSeen: '',
      answers: [
        { participationId: 41, answer: 'no' },
        { participationId: 42, answer: 'yes', slotId: 9, ageConfirmed: true },
      ],
    },
  ]);
});

test('an age is confirmed for one date only', async () => {
  const asked = (slot: typeof SATURDAY, day: string) => ({ ...slot, ageQuestion: `On ${day}?` });
  const slots = [asked(SATURDAY, 'Saturday'), asked(SUNDAY, 'Sunday')];
  const user = await open(view([{ ...MAYA, slots }]));
  await choose(user, 'Maya', SATURDAY_RADIO);
  await user.click(screen.getByRole('checkbox', { name: 'On Saturday? Yes' }));
  await choose(user, 'Maya', SUNDAY_RADIO);
  expect(screen.getByRole('checkbox', { name: 'On Sunday? Yes' })).toHaveProperty('checked', false);
});

test('after a move, an uncertain age on the new day must be confirmed to keep the seat', async () => {
  const question = 'Will Maya be 24 months or older on March 13?';
  const moved = seated({ ...MAYA, slots: [] }, { ...SATURDAY, ageQuestion: question });
  const user = await open(view([moved]));
  // The time to choose a date may be over.
  expect(screen.queryByText(/^Please answer by/)).toBeNull();
  const call = serve({ [SEND]: view([seated(MAYA)]) });
  await press(user, 'Send');
  await expectBanner('Please confirm the age of Maya, or choose another answer.');
  await user.click(screen.getByRole('checkbox', { name: `${question} Yes` }));
  await press(user, 'Send');
  await screen.findByRole('heading', { name: 'Your answer is saved' });
  expect(sent(call)).toMatchObject([{ answers: [{ slotId: 8, ageConfirmed: true }] }]);
});

test('the page shows before sending that there are too few seats for siblings', async () => {
  const one = [{ ...SATURDAY, seatsLeft: 1 }];
  const user = await open(
    view([
      { ...MAYA, slots: one },
      { ...LEO, slots: one },
    ]),
  );
  await choose(user, 'Maya', SATURDAY_RADIO);
  expect(card('Maya').getByText('1 seat left')).toBeTruthy();
  await choose(user, 'Leo', SATURDAY_RADIO);
  for (const name of ['Maya', 'Leo']) {
    expect(
      card(name).getByText(
        '1 seat left, not enough for all of you: join the waiting list together',
      ),
    ).toBeTruthy();
  }
});

test('a full session says that the seat must be given up first', async () => {
  const user = await open(view([seated(MAYA)], { sequence: 3 }));
  await press(user, 'Change');
  card('Maya').getByText('Full: to join the waiting list, first give up your seat');
});

test('too few free seats for siblings who have seats are not called full', async () => {
  const slots = [SATURDAY, { ...SUNDAY, seatsLeft: 1, waiting: 0 }];
  const user = await open(view([MAYA, LEO].map((child) => ({ ...seated(child), slots }))));
  await press(user, 'Change');
  await choose(user, 'Maya', SUNDAY_RADIO);
  card('Maya').getByText('1 seat left');
  await choose(user, 'Leo', SUNDAY_RADIO);
  for (const name of ['Maya', 'Leo']) {
    card(name).getByText('1 seat left, not enough for all of you');
  }
});

test('a sibling’s seat is not counted twice', async () => {
  const slots = [{ ...SATURDAY, seatsLeft: 1 }];
  await open(view([seated(MAYA), { ...LEO, slots }]));
  card('Leo').getByText('1 seat left');
});

test.each([
  [0, 'Your family’s seat'],
  [1, 'Full: to join the waiting list, first give up your seat'],
])('siblings who swap full sessions see a hint for %i waiting families', async (waiting, hint) => {
  const slots = [SATURDAY, SUNDAY].map((slot) => ({ ...slot, seatsLeft: 0, waiting }));
  const [saturday = SATURDAY, sunday = SUNDAY] = slots;
  const children = [seated(MAYA, saturday), seated(LEO, sunday)];
  const user = await open(view(children.map((child) => ({ ...child, slots }))));
  await press(user, 'Change');
  await choose(user, 'Maya', SUNDAY_RADIO);
  await choose(user, 'Leo', SATURDAY_RADIO);
  for (const name of ['Maya', 'Leo']) {
    expect(card(name).getAllByText(hint)).toHaveLength(1);
  }
});

test('a child who came is not asked', async () => {
  await open(view([{ ...seated(MAYA), state: 'attended', hasBegun: true, slots: [] }, LEO]));
  screen.getByText('Can Leo come to a test session?');
  expect(screen.queryByRole('group', { name: 'Maya' })).toBeNull();
});

test('siblings can swap full sessions without giving up a seat', async () => {
  const full = [
    { ...SATURDAY, seatsLeft: 0, waiting: 0 },
    { ...SUNDAY, seatsLeft: 0, waiting: 0 },
  ];
  const user = await open(
    view([
      { ...seated(MAYA), slots: full },
      { ...seated(LEO, SUNDAY), slots: full },
    ]),
  );
  await press(user, 'Change');
  await choose(user, 'Maya', SUNDAY_RADIO);
  await choose(user, 'Leo', SATURDAY_RADIO);
  const call = serve({ [SEND]: view([seated(MAYA), seated(LEO)]) });
  await press(user, 'Send');
  await screen.findByRole('heading', { name: 'Your answer is saved' });
  expect(sent(call)).toMatchObject([{ answers: [{ slotId: 9 }, { slotId: 8 }] }]);
});

test('the note’s length is shown, and a long note is refused, not truncated', async () => {
  const user = await open(view([MAYA]));
  await choose(user, 'Maya', NO);
  await user.click(screen.getByText('Add a note to the lab'));
  const note = screen.getByLabelText('Your note (optional)');
  await user.click(note);
  await user.paste('x'.repeat(501));
  expect(screen.getByText('501 of 500 characters')).toBeTruthy();
  await press(user, 'Send');
  await expectBanner('Your note must be ≤ 500 characters.');
  await user.type(note, '{Backspace}');
  expect(screen.queryByText('Oops!')).toBeNull();
  // Closing it would hide the field with the focus.
  expect(note.closest('details')?.open).toBe(true);
  serve({ [SEND]: view([{ ...MAYA, state: 'declined' }]) });
  await press(user, 'Send');
  await screen.findByRole('heading', { name: 'Your answer is saved' });
});

describe('sending an answer', () => {
  const conflict = (present: InvitationView, extra: object = {}): Answer => ({
    status: 409,
    body: { statusCode: 409, message: 'Something has changed.', present, ...extra },
  });
  const present = (child: InvitedChild): InvitationView => ({
    ...VIEW,
    sequence: 5,
    children: [child],
  });

  test.each<[string, Answer, string]>([
    [
      'full',
      conflict(present({ ...MAYA, slots: [{ ...SATURDAY, seatsLeft: 0, waiting: 1 }] })),
      'Maya: the time you chose is now full. Send again to join its waiting list, or choose another one.',
    ],
    [
      'gone',
      conflict(present({ ...MAYA, slots: [SUNDAY] })),
      'Maya: the time you chose is no longer offered. Please choose again.',
    ],
    [
      'busy',
      conflict(present(MAYA), { errors: [{ field: 'answers[0].slotId', message: 'Busy then.' }] }),
      'Maya: Busy then.',
    ],
    [
      'gone, as the server says',
      conflict(present({ ...MAYA, slots: [SUNDAY] }), {
        errors: [{ field: 'answers[0].slotId', message: 'Gone again.' }],
      }),
      'Maya: Gone again.',
    ],
    ['changed elsewhere', conflict(present(MAYA)), 'Something has changed.'],
    ['no network', { status: 500 }, 'Something went wrong on our side. Please try again.'],
    ['too many requests', refused(429, TOO_MANY), TOO_MANY],
  ])('reports a change or an error and keeps the input: %s', async (_, answer, sentence) => {
    const user = await open(view([MAYA]));
    await choose(user, 'Maya', SATURDAY_RADIO);
    await user.click(screen.getByText('Add a note to the lab'));
    await user.type(screen.getByLabelText('Your note (optional)'), 'By bus');
    serve({ [SEND]: answer });
    await press(user, 'Send');
    await expectBanner(sentence);
    expect(screen.getByLabelText('Your note (optional)')).toHaveProperty('value', 'By bus');

    const call = serve({ [SEND]: view([seated(MAYA)]) });
    if (sentence.includes('again.') && sentence.startsWith('Maya')) {
      await choose(user, 'Maya', SUNDAY_RADIO);
    }
    await press(user, 'Send');
    await screen.findByRole('heading', { name: 'Your answer is saved' });
    expect(sent(call)).toMatchObject([
      { sequence: answer.status === 409 ? 5 : 0, note: 'By bus', answers: [{ answer: 'yes' }] },
    ]);
  });

  test('does not call a session full that was full when it was chosen', async () => {
    const user = await open(view([MAYA]));
    await choose(user, 'Maya', SUNDAY_RADIO);
    serve({ [SEND]: conflict(present(MAYA)) });
    await press(user, 'Send');
    await expectBanner('Something has changed.');
    expect(screen.queryByText(/is now full/)).toBeNull();
  });

  const NEWER_NOTE = 'The note is now “By car”. Send again to replace it with yours.';
  test.each([
    ['an unedited note is replaced', '', 'By car', []],
    ['a typed note is kept, and the newer one is shown', 'By bus', 'By bus', [NEWER_NOTE]],
    // An earlier Send saved it, but its response was lost.
    ['the typed note itself is no newer one', 'By car ', 'By car ', []],
  ])('handles a newer note and answer on the server: %s', async (_, typed, note, sentences) => {
    const user = await open(view([MAYA]));
    await choose(user, 'Maya', SATURDAY_RADIO);
    if (typed !== '') await user.type(screen.getByLabelText('Your note (optional)'), typed);
    serve({ [SEND]: conflict({ ...present(MAYA), note: 'By car' }) });
    await press(user, 'Send');
    await expectBanner('Something has changed.', ...sentences);
    const call = serve({ [SEND]: view([seated(MAYA)]) });
    await press(user, 'Send');
    await waitFor(() => expect(sent(call)).toMatchObject([{ note, noteSeen: 'By car' }]));
  });

  test('shows an alert if the session has filled up and the child is on the waiting list', async () => {
    const user = await open(view([MAYA, LEO]));
    await choose(user, 'Maya', SATURDAY_RADIO);
    await choose(user, 'Leo', SUNDAY_RADIO);
    const wait = { state: 'waitlisted', waitingBefore: 2 } as const;
    serve({
      [SEND]: view([
        { ...MAYA, ...wait, slot: { ...SATURDAY, seatsLeft: 0, waiting: 3 } },
        { ...LEO, ...wait, slot: SUNDAY },
      ]),
    });
    await press(user, 'Send');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      'This session filled up before your answer was saved. Maya is now on its waiting list. To choose another time, press “Change”.',
    );

    serve({ [SEND]: conflict({ ...VIEW, children: [seated(MAYA)] }) });
    await press(user, 'We can’t come with Maya');
    await user.click(screen.getByRole('button', { name: 'We can’t come' }));
    await expectBanner('Something has changed.');
    expect(screen.queryByText(/filled up/)).toBeNull();
  });

  test('can be repeated with the same button after a lost response', async () => {
    const user = await open(view([MAYA]));
    await choose(user, 'Maya', NO);
    serve({});
    await press(user, 'Send');
    await expectBanner(CONNECTION_LOST);
    serve({ [SEND]: view([{ ...MAYA, state: 'declined' }]) });
    await press(user, 'Send');
    await screen.findByRole('heading', { name: 'Your answer is saved' });
  });

  test('shows the reason if the link has ended', async () => {
    const user = await open(view([MAYA]));
    await choose(user, 'Maya', NO);
    serve({ [SEND]: ENDED });
    await press(user, 'Send');
    await screen.findByRole('heading', {
      name: 'The deadline to answer this invitation has passed.',
    });
  });
});
