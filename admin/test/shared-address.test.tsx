import { beforeEach, expect, test } from 'vitest';
import { screen } from '@testing-library/react';

import { EDIT_TEXTS } from '../src/texts/portal.js';
import { alsoChangedText, alsoChangeText, RECORD_FORM_TEXTS } from '../src/texts/record.js';
import { enter, expectHeading, field, press, serve, type Server } from './page.js';
import { aFamily, aGuardian, GUID, opened, stopTheDate } from './portal.js';

/** An address that a family and its guardian share. */

const EMAIL = 'new@example.org';
const FAMILY = `PUT /families/updateByGuid/${GUID}`;
const GUARDIAN = 'PUT /guardians/11';
const OTHER = aGuardian(12, {
  firstName: 'Bea',
  email: 'bea@example.org',
  isPrimaryIndicator: 'N',
});

beforeEach(stopTheDate);

function served(): Server {
  return serve({
    [`GET /families/getByGuid/${GUID}`]: { body: aFamily({ guardians: [aGuardian(11), OTHER] }) },
    'GET /guardians/11': { body: aGuardian(11) },
    'GET /guardians/12': { body: OTHER },
    'GET /mails': { body: [] },
    [FAMILY]: {
      body: aFamily({ email: EMAIL, guardians: [aGuardian(11, { email: EMAIL }), OTHER] }),
    },
    [GUARDIAN]: { body: aGuardian(11, { email: EMAIL, familyEmail: EMAIL }) },
    'PUT /guardians/12': { body: { ...OTHER, email: EMAIL } },
  });
}

const PAGES = [
  ['family', `/edit-family?guid=${GUID}`, EDIT_TEXTS.added.editFamily, FAMILY, 'Jane O’Brien'],
  [
    'guardian',
    `/edit-guardian?guid=${GUID}&id=11`,
    EDIT_TEXTS.added.editGuardian,
    GUARDIAN,
    'the Doe family',
  ],
] as const;

test.each(PAGES)(
  'a new address of the %s: the form offers to change the other, and says if it did',
  async (part, address, heading, call, others) => {
    const server = served();
    const { user } = await opened(address, heading);
    expect(screen.queryByRole('checkbox')).toBeNull();
    await enter(user, `${part}.email`, EMAIL);
    const also = screen.getByRole<HTMLInputElement>('checkbox', { name: alsoChangeText(others) });
    expect(also.checked).toBe(true);
    // Not at the end of the form, where it would be missed.
    const isBeside = also.compareDocumentPosition(field(`${part}.zipCode`));
    expect(isBeside).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await press(user, 'Submit');
    await expectHeading('Doe');
    await screen.findByText(alsoChangedText(others));
    expect(server.calls(call)[0]?.body).toMatchObject({ email: EMAIL, withSameEmail: true });
  },
);

test.each(PAGES)('of the %s alone, if staff choose', async (part, address, heading, call) => {
  const server = served();
  server.answer({
    [FAMILY]: { body: aFamily({ email: EMAIL }) },
    [GUARDIAN]: { body: aGuardian(11, { email: EMAIL }) },
  });
  const { user } = await opened(address, heading);
  await enter(user, `${part}.email`, EMAIL);
  await user.click(screen.getByRole('checkbox'));
  await press(user, 'Submit');
  await expectHeading('Doe');
  await screen.findByText(RECORD_FORM_TEXTS.saved);
  expect(server.calls(call)[0]?.body).toMatchObject({ email: EMAIL, withSameEmail: false });
});

test('a guardian whose address a colleague changed is not reported as changed, too', async () => {
  const server = served();
  const others = [aGuardian(11, { email: 'other@example.org' }), OTHER];
  server.answer({ [FAMILY]: { body: aFamily({ email: EMAIL, guardians: others }) } });
  const { user } = await opened(`/edit-family?guid=${GUID}`, EDIT_TEXTS.added.editFamily);
  await enter(user, 'family.email', EMAIL);
  await press(user, 'Submit');
  await expectHeading('Doe');
  await screen.findByText(RECORD_FORM_TEXTS.saved);
});

test('the form of a guardian with another address does not ask', async () => {
  const server = served();
  const { user } = await opened(`/edit-guardian?guid=${GUID}&id=12`, EDIT_TEXTS.added.editGuardian);
  await enter(user, 'guardian.email', EMAIL);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await press(user, 'Submit');
  await expectHeading('Doe');
  expect(server.calls('PUT /guardians/12')[0]?.body).toMatchObject({ withSameEmail: false });
});
