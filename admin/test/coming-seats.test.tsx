import { expect, test } from 'vitest';
import { SIMPLE_REST } from '@kidlab/contract';
import { screen, within } from '@testing-library/react';

import { SEATS_NOT_LOADED } from '../src/texts/invitations.js';
import { LIST_TEXTS } from '../src/texts/portal.js';
import { aLateAnswer, press, serve } from './page.js';
import { aChild, aFamily, aGuardian, GUID, open, stopTheDate } from './portal.js';

/** The confirmation of a deletion names the seats in upcoming sessions that it frees. */

const READ = `GET /families/getByGuid/${GUID}`;
const NO_MAILS = { 'GET /mails': { body: [] } };
const DETAILS_PAGE = `/family-details-page?guid=${GUID}`;

test.each([
  ['Delete Maya', ['Maya has a seat in Blocks 3 on Tue, Jan 12, 2027, 9:30 AM.']],
  [
    'Delete Doe',
    [
      'Maya has a seat in Blocks 3 on Tue, Jan 12, 2027, 9:30 AM.',
      'Leo has a seat in Blocks 3 on Wed, Jan 13, 2027, 9:30 AM.',
    ],
  ],
  ['Delete Jane O’Brien', []],
])('%s names the seats in upcoming sessions', async (button, seats) => {
  stopTheDate();
  const family = aFamily({
    guardians: [aGuardian(11), aGuardian(12, { firstName: 'Bea' })],
    children: [aChild(21), aChild(22, { firstName: 'Leo' })],
  });
  const answer = { childId: 21, firstName: 'Maya', state: 'accepted' } as const;
  const participations = [
    { ...answer, id: 41, startsLocal: '2027-01-12T09:30' },
    { ...answer, id: 42, startsLocal: '2027-01-13T09:30', childId: 22, firstName: 'Leo' },
    { ...answer, id: 43, startsLocal: '2026-03-14T09:30' },
    { ...answer, id: 44, startsLocal: '2027-01-14T09:30', state: 'waitlisted' },
  ];
  const invitation = { id: 12, studyId: 3, studyName: 'Blocks 3', state: 'sent', sentAt: null };
  serve({
    [READ]: { body: family },
    ...NO_MAILS,
    'GET /invitations': { body: [{ ...invitation, participations }] },
  });
  const { user } = open(DETAILS_PAGE);
  await screen.findByRole('group', { name: 'Invitations' });
  await press(user, button);
  const dialog = await screen.findByRole('alertdialog');
  const shown = within(dialog).queryAllByText(/has a seat/);
  expect(shown.map(({ textContent }) => textContent)).toEqual(
    seats.map((seat) => `${seat} This frees the seat.`),
  );
});

test.each([
  ['Delete Maya', 'This frees at least 1 seat in upcoming sessions.'],
  ['Delete Leo', 'This may free seats in upcoming sessions.'],
])('%s of a family with too many invitations does not name its seats', async (button, text) => {
  stopTheDate();
  const family = aFamily({ children: [aChild(21), aChild(22, { firstName: 'Leo' })] });
  const seat = { id: 41, childId: 21, firstName: 'Maya', state: 'accepted' } as const;
  const participations = [{ ...seat, startsLocal: '2027-01-12T09:30' }];
  const invitations = Array.from({ length: SIMPLE_REST.maxRows }, (_, index) => ({
    id: index + 1,
    studyName: 'Blocks',
    state: 'sent',
    sentAt: null,
    participations: index === 0 ? participations : [],
  }));
  serve({ [READ]: { body: family }, ...NO_MAILS, 'GET /invitations': { body: invitations } });
  const { user } = open(DETAILS_PAGE);
  await screen.findByRole('group', { name: 'Invitations' });
  await press(user, button);
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findByText(text);
  expect(dialog.queryByText(/has a seat/)).toBeNull();
});

test('the confirmation of a deletion says that it could not load the seats', async () => {
  const { late, release } = aLateAnswer();
  serve({ [READ]: { body: aFamily() }, ...NO_MAILS, 'GET /invitations': () => late });
  const { user } = open(DETAILS_PAGE);
  await screen.findByRole('article', { name: 'Maya' });
  await press(user, 'Delete Doe');
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(LIST_TEXTS.loading);
  release({ status: 500, body: 'broken' });
  await dialog.findByText(SEATS_NOT_LOADED, { exact: false });
});
