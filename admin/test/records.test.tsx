import { beforeEach, expect, test, vi } from 'vitest';
import { HOUSEHOLD_MESSAGES, MESSAGES } from '@kidlab/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';

import {
  ADD_FAMILY,
  DETAILS,
  FIELD_MESSAGES,
  LIMITS,
} from '../../e2e/portal-family-specification.js';
import { LEAVE_UNSAVED } from '../src/texts/portal.js';
import { DELETE_TEXTS, incompleteText, RECORD_FORM_TEXTS } from '../src/texts/record.js';
import {
  alertsSay,
  CONNECTION_LOST,
  descriptionOf,
  enter,
  expectFault,
  expectHeading,
  field,
  press,
  refused,
  serve,
  SERVER_ERROR,
  expectFocus,
} from './page.js';
import { aChild, aFamily, aGuardian, GUID, opened, stopTheDate } from './portal.js';

type Field = keyof typeof FIELD_MESSAGES;

const FIELDS = Object.keys(FIELD_MESSAGES) as Field[];
const READ = `GET /families/getByGuid/${GUID}`;
const ADDRESS = `guid=${GUID}&familyEmail=jane%40example.org`;

beforeEach(stopTheDate);

test('an incomplete date is not saved as an empty one', async () => {
  const server = serve({ [READ]: { body: aFamily({ pausedUntil: '2027-03-03' }) } });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  await user.clear(field('family.pausedUntil'));
  // How browsers report a date without a year; jsdom does not.
  Object.defineProperty(field('family.pausedUntil'), 'validity', { value: { badInput: true } });
  await press(user, 'Submit');
  await expectFault('family.pausedUntil', incompleteText('Paused Until'));
  await expectFocus(() => field('family.pausedUntil'));
  expect(server.calls(`PUT /families/updateByGuid/${GUID}`)).toEqual([]);
});

test('Cancel returns to the family after a confirmation, and nothing is saved', async () => {
  const asked = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const server = serve({ [READ]: { body: aFamily() }, 'GET /mails': { body: [] } });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  await enter(user, 'family.familyName', 'Roe');
  await press(user, ADD_FAMILY.cancel);
  await waitFor(() => {
    expect(asked).toHaveBeenCalledTimes(1);
  });
  expect(asked).toHaveBeenCalledWith(LEAVE_UNSAVED);
  expect(field('family.familyName').value).toBe('Roe');
  await press(user, ADD_FAMILY.cancel);
  await expectHeading('Doe');
  expect(server.calls(`PUT /families/updateByGuid/${GUID}`)).toEqual([]);
  asked.mockRestore();
});

test.each([
  ['guardian', 'guardian.relationshipToChild'],
  ['child', 'child.whichHandId'],
] as const)('a new %s has the same messages as a new family', async (part, chosen) => {
  const server = serve({ [READ]: { body: aFamily() } });
  const { user } = await opened(
    `/add-${part}?${ADDRESS}&familyId=7&familyName=Doe`,
    part === 'guardian' ? 'Add Guardian' : 'Add Child',
  );
  await enter(user, chosen, '');
  await press(user, 'Submit');
  for (const name of FIELDS.filter((each) => each.startsWith(part))) {
    await expectFault(name, FIELD_MESSAGES[name].message);
  }
  await expectFocus(() => field(`${part}.firstName`));
  expect(server.calls(`POST /${part === 'child' ? 'children' : 'guardians'}`)).toEqual([]);
});

test('an edited family has the same messages as a new one', async () => {
  serve({ [READ]: { body: aFamily() } });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  for (const name of ['family.familyName', 'family.referredBy'] as const) {
    if (name === 'family.referredBy') await enter(user, name, '');
    else await user.clear(field(name));
    await press(user, 'Submit');
    await expectFault(name, FIELD_MESSAGES[name].message);
  }
});

test('a pause is set and ended in the form, and shown on the family’s page', async () => {
  const pause = {
    mayBeInvited: false,
    reasons: ['paused' as const],
    until: '2027-03-03',
    invited: null,
  };
  const paused = aFamily({ pausedUntil: '2027-03-03', contactStatus: pause, version: 2 });
  const WRITE = `PUT /families/updateByGuid/${GUID}`;
  const server = serve({
    [READ]: { body: paused },
    [WRITE]: { body: paused },
    'GET /mails': { body: [] },
  });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  expect(field('family.pausedUntil').value).toBe('2027-03-03');
  await user.clear(field('family.pausedUntil'));
  await press(user, 'Submit');
  await expectHeading('Doe');
  expect(server.calls(WRITE)).toMatchObject([{ body: { pausedUntil: '', version: 2 } }]);
  await screen.findByText(
    'May be invited from March 3, 2027, because the family asked for a pause.',
  );
});

test('notes show a character count, and are refused when too long', async () => {
  const server = serve({
    [READ]: { body: aFamily() },
    'POST /guardians': { status: 201, body: aGuardian(12) },
    'GET /mails': { body: [] },
  });
  const { user, address } = await opened(
    `/add-guardian?${ADDRESS}&familyId=7&familyName=Doe`,
    'Add Guardian',
  );
  for (const [name, value] of [
    ['firstName', 'Bea'],
    ['lastName', 'O’Brien'],
    ['relationshipToChild', 'Father'],
    ['email', 'bea@example.org'],
    ['zipCode', '94608'],
    ['primaryPhone', '5105550101'],
  ] as const) {
    await enter(user, `guardian.${name}`, value);
  }
  expect(descriptionOf(field('guardian.notes'))).toBe(`0 / ${String(LIMITS.notes)}`);
  await enter(user, 'guardian.notes', 'x'.repeat(LIMITS.notes + 1));
  await press(user, 'Submit');
  await waitFor(() => {
    expect(field('guardian.notes').getAttribute('aria-invalid')).toBe('true');
  });
  await expectFocus(() => field('guardian.notes'));
  await enter(user, 'guardian.notes', 'x'.repeat(LIMITS.notes));
  await waitFor(() => {
    const most = String(LIMITS.notes);
    expect(descriptionOf(field('guardian.notes'))).toBe(`${most} / ${most}`);
  });
  await press(user, 'Submit');
  await expectHeading('Doe');
  expect(address()).toBe(`/family-details-page?guid=${GUID}`);
  expect(server.calls('POST /guardians')).toHaveLength(1);
});

test.each([
  ['add-guardian', 'Add Guardian', HOUSEHOLD_MESSAGES.tooManyGuardians, 'guardian.firstName'],
  ['add-child', 'Add Child', HOUSEHOLD_MESSAGES.tooManyChildren, 'child.firstName'],
] as const)(
  '%s works from its address alone, and adds nothing to a full family',
  async (page, heading, message, name) => {
    serve({
      [READ]: {
        body: aFamily({
          guardians: [aGuardian(11), aGuardian(12, { isPrimaryIndicator: 'N' })],
          children: [21, 22, 23, 24, 25].map((id) => aChild(id)),
        }),
      },
      'GET /mails': { body: [] },
    });
    const { user } = await opened(`/${page}?${ADDRESS}`, heading);
    await screen.findByText(message);
    expect(document.querySelector(`[name="${name}"]`)).toBeNull();
    await user.click(screen.getByRole('link', { name: RECORD_FORM_TEXTS.toFamily }));
    await expectHeading('Doe');
  },
);

test.each([
  ['add-guardian', 'Add Guardian'],
  ['add-child', 'Add Child'],
  ['edit-family', 'Edit Family'],
])('%s without a family in the address shows an error', async (page, heading) => {
  serve();
  await opened(`/${page}`, heading);
  await screen.findByText(RECORD_FORM_TEXTS.missing);
  expect(document.querySelector('form')).toBeNull();
});

test('a child of another family than in the address can’t be edited', async () => {
  serve({
    'GET /children/21': {
      body: aChild(21, { familyGuid: '00000000-0000-4000-8000-000000000000' }),
    },
  });
  await opened(`/edit-child?guid=${GUID}&id=21`, 'Edit Child');
  await screen.findByText(RECORD_FORM_TEXTS.missing);
  expect(document.querySelector('form')).toBeNull();
});

test('a family that does not exist is reported; a failed read can be retried', async () => {
  const server = serve({ [READ]: refused(404, DETAILS.notFound) });
  await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  await screen.findByText(DETAILS.notFound);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  cleanup();

  server.answer({ [READ]: { status: 500, body: 'broken' } });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  await screen.findByText(SERVER_ERROR);
  server.answer({ [READ]: { body: aFamily() } });
  await press(user, 'Try again');
  await waitFor(() => {
    expect(field('family.familyName').value).toBe('Doe');
  });
});

test.each([
  ['a lost connection', null],
  ['the page of a Wi-Fi login', { text: '<!doctype html>' }],
])('%s keeps the entries, and the next try saves them', async (_, lost) => {
  const update = `PUT /families/updateByGuid/${GUID}`;
  const server = serve({ [READ]: { body: aFamily() }, [update]: lost, 'GET /mails': { body: [] } });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  await enter(user, 'family.familyName', 'Roe');
  await press(user, 'Submit');
  await alertsSay(`${CONNECTION_LOST}${RECORD_FORM_TEXTS.unknownOutcome}`);
  expect(field('family.familyName').value).toBe('Roe');

  server.answer({ [update]: { body: aFamily() } });
  await press(user, 'Submit');
  await expectHeading('Doe');
  expect(server.calls(update)).toMatchObject([
    { body: { familyName: 'Roe', version: 1 } },
    { body: { familyName: 'Roe', version: 1 } },
  ]);
});

test('a child that does not exist is reported', async () => {
  const gone = 'There is no such child.';
  serve({ 'GET /children/21': refused(404, gone) });
  await opened('/edit-child?id=21', 'Edit Child');
  await alertsSay(gone);
  expect(document.querySelector('form')).toBeNull();
});

test('a child that a colleague deleted meanwhile is reported on the family’s page', async () => {
  serve({
    'GET /children/21': { body: aChild(21) },
    'PUT /children/21': refused(404, 'There is no such child.'),
    [READ]: { body: aFamily() },
    'GET /mails': { body: [] },
  });
  const { user } = await opened(`/edit-child?guid=${GUID}&id=21`, 'Edit Child');
  await enter(user, 'child.firstName', 'May');
  await press(user, 'Submit');
  await expectHeading('Doe');
  await alertsSay(DELETE_TEXTS.child.gone);
});

test('an address of another family is reported at the field', async () => {
  serve({
    [READ]: { body: aFamily() },
    [`PUT /families/updateByGuid/${GUID}`]: refused(409, MESSAGES.alreadyRegistered, {
      errors: [{ field: 'email', message: MESSAGES.alreadyRegistered }],
    }),
  });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  await enter(user, 'family.email', 'other@example.org');
  await press(user, 'Submit');
  await expectFault('family.email', MESSAGES.alreadyRegistered);
  await expectFocus(() => field('family.email'));
});

test('a conflict asks only about fields that both have changed, and takes over the rest', async () => {
  const colleague = 'colleague@example.org';
  const update = `PUT /families/updateByGuid/${GUID}`;
  const stale = (version: number, fields: object) =>
    refused(409, 'Somebody else has saved it.', {
      current: {
        modifiedBy: colleague,
        modifiedDate: '2026-03-15T11:00:00.000Z',
        version,
        fields: { zipCode: aFamily().zipCode, ...fields },
      },
    });
  const server = serve({
    [READ]: { body: aFamily() },
    [update]: stale(2, { familyName: 'Theirs', okayToContactIndicator: 'N' }),
    'GET /mails': { body: [] },
  });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  await enter(user, 'family.familyName', 'Mine');
  await enter(user, 'family.zipCode', '94720');
  await press(user, 'Submit');
  const name = within(await screen.findByRole('group', { name: 'Family Name' }));
  expect(screen.getAllByRole('group').map((group) => group.querySelector('legend'))).toHaveLength(
    1,
  );
  const notice = screen.getByRole('alert');
  // Otherwise, a screen reader would read the whole notice at each key typed into the field.
  expect(notice.querySelector('[aria-live="off"] legend')).not.toBeNull();
  expect(notice.textContent).toContain(`${colleague} saved it on 03/15/2026 at 04:00:00.`);
  expect(notice.textContent).toContain('to other fields are kept: Okay To Contact (Y → N).');
  expect(field('family.okayToContactIndicator').value).toBe('N');

  // Another Submit saves nothing, but asks to choose.
  expect(name.queryByText(RECORD_FORM_TEXTS.choose)).toBeNull();
  await press(user, 'Submit');
  const yours = name.getByRole('radio', { name: `${RECORD_FORM_TEXTS.yours}: Mine` });
  await expectFocus(() => yours);
  expect(descriptionOf(name.getByRole('radiogroup'))).toBe(RECORD_FORM_TEXTS.choose);
  expect(server.calls(update)).toHaveLength(1);

  // Input after the notice is kept, and can be chosen.
  await enter(user, 'family.familyName', 'Merged');
  const theirs = name.getByRole('radio', { name: `${colleague}: Theirs` });
  await user.click(theirs);
  expect(name.queryByText(RECORD_FORM_TEXTS.choose)).toBeNull();
  expect(field('family.familyName').value).toBe('Theirs');
  await user.click(name.getByRole('radio', { name: `${RECORD_FORM_TEXTS.yours}: Merged` }));
  expect(field('family.familyName').value).toBe('Merged');

  // The colleague has saved again: it asks again, and compares with what was seen last.
  server.answer({ [update]: stale(3, { familyName: 'Again', okayToContactIndicator: 'Y' }) });
  await press(user, 'Submit');
  await screen.findByRole('radio', { name: `${colleague}: Again` });
  await press(user, 'Submit');
  await screen.findByText(RECORD_FORM_TEXTS.choose);
  expect(server.calls(update)).toHaveLength(2);
  await user.click(screen.getByRole('radio', { name: `${RECORD_FORM_TEXTS.yours}: Merged` }));

  server.answer({ [update]: { body: aFamily() } });
  await press(user, 'Submit');
  await expectHeading('Doe');
  expect(server.calls(update).map(({ body }) => body)).toEqual([
    expect.objectContaining({ familyName: 'Mine', okayToContactIndicator: 'Y', version: 1 }),
    expect.objectContaining({
      familyName: 'Merged',
      okayToContactIndicator: 'N',
      zipCode: '94720',
      version: 2,
    }),
    expect.objectContaining({ familyName: 'Merged', okayToContactIndicator: 'Y', version: 3 }),
  ]);
});

test('a conflict in fields that only the other user has changed needs no choice', async () => {
  const update = 'PUT /guardians/11';
  const server = serve({
    'GET /guardians/11': { body: aGuardian(11) },
    [READ]: { body: aFamily() },
    [update]: refused(409, 'Somebody else has saved it.', {
      current: {
        modifiedBy: 'colleague@example.org',
        modifiedDate: '2026-03-15T11:00:00.000Z',
        version: 2,
        fields: { notes: 'Theirs', primaryPhone: aGuardian(11).primaryPhone },
      },
    }),
    'GET /mails': { body: [] },
  });
  const { user } = await opened(`/edit-guardian?guid=${GUID}&id=11`, 'Edit Guardian');
  await enter(user, 'guardian.primaryPhone', '5105550199');
  await press(user, 'Submit');
  await screen.findByText(RECORD_FORM_TEXTS.staleSubmit, { exact: false });
  expect(screen.queryByRole('radio')).toBeNull();

  server.answer({ [update]: { body: aGuardian(11) } });
  await press(user, 'Submit');
  await expectHeading('Doe');
  expect(server.calls(update)[1]?.body).toMatchObject({
    notes: 'Theirs',
    primaryPhone: '(510) 555-0199',
    version: 2,
  });
});

test('a child keeps a year of birth that is no longer offered', async () => {
  const child = aChild(21, { yearOfBirth: '2002' });
  const server = serve({
    'GET /children/21': { body: child },
    'PUT /children/21': { body: child },
    [READ]: { body: aFamily({ children: [child] }) },
    'GET /mails': { body: [] },
  });
  const { user } = await opened(`/edit-child?guid=${GUID}&id=21`, 'Edit Child');
  expect(field('child.yearOfBirth').value).toBe('2002');
  await enter(user, 'child.firstName', 'May');
  await press(user, 'Submit');
  await expectHeading('Doe');
  expect(server.calls('PUT /children/21')[0]?.body).toMatchObject({
    firstName: 'May',
    yearOfBirth: '2002',
  });
  within(await screen.findByRole('article', { name: 'Maya' })).getByText('March / 2002');
});
