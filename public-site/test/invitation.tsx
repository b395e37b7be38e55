import type { InvitationView, InvitedChild, OfferedSlot } from '@kidlab/contract';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { InvitationPage } from '../src/invitation/invitation-page.js';
import { type Answer, refused, serve, show } from './page.js';

const READ = '/invitations';
export const SEND = '/invitations/answers';

export const SATURDAY: OfferedSlot = {
  id: 8,
  startsLocal: '2027-03-13T09:30',
  endsLocal: '2027-03-13T10:30',
  seatsLeft: 3,
  waiting: 0,
  ageQuestion: null,
};
export const SUNDAY: OfferedSlot = {
  ...SATURDAY,
  id: 9,
  startsLocal: '2027-03-14T14:00',
  endsLocal: '2027-03-14T15:00',
  seatsLeft: 0,
  waiting: 2,
};
export const MAYA: InvitedChild = {
  participationId: 41,
  firstName: 'Maya',
  state: 'invited',
  slot: null,
  hasBegun: false,
  cancelled: null,
  waitingBefore: null,
  slots: [SATURDAY, SUNDAY],
};
export const LEO: InvitedChild = { ...MAYA, participationId: 42, firstName: 'Leo' };
export const seated = (child: InvitedChild, slot = SATURDAY): InvitedChild => ({
  ...child,
  state: 'accepted',
  slot,
});
export const VIEW: InvitationView = {
  studyName: 'Building with blocks',
  place: 'Room 2',
  sequence: 0,
  expiresLocal: '2027-03-07T12:00',
  note: '',
  children: [MAYA],
};
export const view = (
  children: InvitedChild[],
  overrides: Partial<InvitationView> = {},
): Answer => ({
  status: 200,
  body: { ...VIEW, children, ...overrides },
});

export const open = async (answer: Answer): Promise<UserEvent> => {
  serve({ [READ]: answer });
  const user = show(<InvitationPage />, 'invitation', '?guid=g');
  await screen.findByRole('heading', { level: 1, name: 'Building with blocks' });
  return user;
};
export const card = (name: string) => within(screen.getByRole('group', { name }));
export const choose = (user: UserEvent, child: string, option: RegExp): Promise<void> =>
  user.click(card(child).getByRole('radio', { name: option }));
export const sent = (call: ReturnType<typeof serve>): unknown[] =>
  call.mock.calls.map(([, request]) => JSON.parse(request?.body as string) as unknown);

/** The reason comes from the server. */
export const ENDED = refused(410, 'The deadline to answer this invitation has passed.');
export const SATURDAY_RADIO = /^Saturday, March 13/;
export const SUNDAY_RADIO = /^Sunday, March 14/;
export const NO = /^No, thank you/;
