import { describe, expect, test } from 'vitest';
import type { InvitationView, InvitedChild, OfferedSlot } from '@kidlab/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { InvitationPage } from '../src/invitation/invitation-page.js';
import {
  type Answer,
  CONNECTION_LOST,
  expectBanner,
  press,
  refused,
  serve,
  show,
  TOO_MANY,
} from './page.js';

const READ = '/invitations';
const SEND = '/invitations/answers';

const SATURDAY: OfferedSlot = {
  id: 8,
  startsLocal: '2027-03-13T09:30',
  endsLocal: '2027-03-13T10:30',
  seatsLeft: 3,
  waiting: 0,
  ageQuestion: null,
};
const SUNDAY: OfferedSlot = {
  ...SATURDAY,
  id: 9,
  startsLocal: '2027-03-14T14:00',
  endsLocal: '2027-03-14T15:00',
  seatsLeft: 0,
  waiting: 2,
};
const MAYA: InvitedChild = {
  participationId: 41,
  firstName: 'Maya',
  state: 'invited',
  slot: null,
  cancelled: null,
  waitingBefore: null,
  slots: [SATURDAY, SUNDAY],
};
const LEO: InvitedChild = { ...MAYA, participationId: 42, firstName: 'Leo' };
const seated = (child: InvitedChild, slot = SATURDAY): InvitedChild => ({
  ...child,
  state: 'accepted',
  slot,
});
const VIEW: InvitationView = {
  studyName: 'Building with blocks',
  place: 'Room 2',
  sequence: 0,
  expiresLocal: '2027-03-07T12:00',
  note: '',
  children: [MAYA],
};
const view = (children: InvitedChild[], overrides: Partial<InvitationView> = {}): Answer => ({
  status: 200,
  body: { ...VIEW, children, ...overrides },
});

const open = async (answer: Answer): Promise<UserEvent> => {
  serve({ [READ]: answer });
  const user = show(<InvitationPage />, 'invitation', '?guid=g');
  await screen.findByRole('heading', { level: 1, name: 'Building with blocks' });
  return user;
};
const card = (name: string) => within(screen.getByRole('group', { name }));
const choose = (user: UserEvent, child: string, option: RegExp): Promise<void> =>
  user.click(card(child).getByRole('radio', { name: option }));
const sent = (call: ReturnType<typeof serve>): unknown[] =>
  call.mock.calls.map(([, request]) => JSON.parse(request?.body as string) as unknown);

/** The reason comes from the server. */
const ENDED = refused(410, 'The deadline to answer this invitation has passed.');
const SATURDAY_RADIO = /^Saturday, March 13/;
const SUNDAY_RADIO = /^Sunday, March 14/;
const NO = /^No, thank you/;

test('two taps answer for one child', async () => {
  const user = await open(view([MAYA]));
  expect(screen.getByText('Can Maya come to a test session?')).toBeTruthy();
  expect(
    screen.getByText(
      /^Please answer by Sunday, March 7, 12:00\sPM\. You can choose each date until 24 hours before it starts\.$/,
    ),
  ).toBeTruthy();
  expect(card('Maya').getAllByRole('radio')).toHaveLength(3);
  expect(card('Maya').getByRole('radio', { name: SATURDAY_RADIO })).toHaveProperty(
    'parentElement.textContent',
    'Saturday, March 139:30\u00a0AM to 10:30\u00a0AM3 seats left',
  );
  card('Maya').getByRole('radio', { name: /Full: join the waiting list, 2 families before you$/ });

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

test('after a move, an uncertain age on the new day must be confirmed to keep the seat', async () => {
  const question = 'Will Maya be 24 months or older on March 13?';
  const moved = seated({ ...MAYA, slots: [] }, { ...SATURDAY, ageQuestion: question });
  const user = await open(view([moved]));
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

  const NEWER_NOTE = 'The note is now “By car”. Send again to replace it with yours.';
  test.each([
    ['an unedited note is replaced', '', 'By car', 'Something has changed.'],
    ['a typed note is kept, and the newer one is shown', 'By bus', 'By bus', NEWER_NOTE],
  ])('handles a newer note on the server: %s', async (_, typed, note, sentence) => {
    const user = await open(view([MAYA]));
    await choose(user, 'Maya', SATURDAY_RADIO);
    if (typed !== '') await user.type(screen.getByLabelText('Your note (optional)'), typed);
    serve({ [SEND]: conflict({ ...present(MAYA), note: 'By car' }) });
    await press(user, 'Send');
    await expectBanner(sentence);
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

  test('the heading gets the focus when one of two children gives up a seat', async () => {
    const user = await open(view([seated(MAYA), seated(LEO)], { sequence: 3 }));
    serve({ [SEND]: view([{ ...MAYA, state: 'cancelled_by_parent' }, seated(LEO)]) });
    await press(user, 'We can’t come with Maya');
    await user.click(screen.getByRole('button', { name: 'We can’t come' }));
    const heading = await screen.findByRole('heading', { name: 'Your answer is saved' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
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
