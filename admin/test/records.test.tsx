import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { MESSAGES } from '@kidlab/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import {
  ADD_FAMILY,
  DETAILS,
  FIELD_MESSAGES,
  GENDERS,
  HANDS,
  LANGUAGES,
  LIMITS,
  REFERRED_BY,
  RELATIONSHIPS,
} from '../../e2e/portal-family-specification.js';
import { RECORD_FORM_TEXTS } from '../src/texts/record.js';
import {
  type Answer,
  descriptionOf,
  enter,
  expectHeading,
  field,
  optionsOf,
  press,
  refused,
  serve,
  SERVER_ERROR,
  textsOf,
} from './page.js';
import { aChild, aFamily, aGuardian, GUID, open } from './portal.js';

type Field = keyof typeof FIELD_MESSAGES;

const FIELDS = Object.keys(FIELD_MESSAGES) as Field[];
const READ = `GET /families/getByGuid/${GUID}`;
const ADDRESS = `guid=${GUID}&familyEmail=jane%40example.org`;

/** All but the date goes on. */
const RUNNING = [
  'cancelAnimationFrame',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'setImmediate',
  'setInterval',
  'setTimeout',
] as const;

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-03-15T12:00:00Z'), doNotFake: [...RUNNING] });
});

async function opened(address: string, heading: string): Promise<ReturnType<typeof open>> {
  const shown = open(address);
  await expectHeading(heading);
  await waitFor(() => {
    expect(screen.queryByText('Loading...')).toBeNull();
  });
  return shown;
}

async function fillFamily(user: UserEvent): Promise<void> {
  for (const [name, value] of Object.entries({
    'family.familyName': 'O’Brien-Smith',
    'family.referredBy': 'Kindercare',
    'guardian.firstName': 'Renée',
    'guardian.lastName': "O'Brien-Smith",
    'guardian.email': 'renee@example.org',
    'guardian.zipCode': '94608',
    'guardian.primaryPhone': '5105550100',
    'child.firstName': 'Maya',
    'child.gender': 'Female',
    'child.monthOfBirth': '03',
    'child.yearOfBirth': '2022',
  })) {
    await enter(user, name, value);
  }
}

/** A field is marked as wrong, in these words. */
async function expectFault(name: string, message: string): Promise<void> {
  await waitFor(() => {
    expect([name, field(name).getAttribute('aria-invalid')]).toEqual([name, 'true']);
  });
  expect(descriptionOf(field(name))).toBe(message);
}

describe('the page that adds a family', () => {
  const openPage = (): Promise<ReturnType<typeof open>> => opened('/add-family', 'Add Family');

  test('sections, defaults, choices and required fields are those of the specification', async () => {
    serve();
    await openPage();
    expect(textsOf('h2')).toEqual([...ADD_FAMILY.sections]);
    screen.getByRole('button', { name: ADD_FAMILY.submit });
    screen.getByRole('button', { name: ADD_FAMILY.cancel });
    for (const [name, value] of Object.entries(ADD_FAMILY.defaults)) {
      expect([name, field(name).value]).toEqual([name, value]);
    }
    for (const [name, choices] of [
      ['family.referredBy', REFERRED_BY],
      ['guardian.relationshipToChild', RELATIONSHIPS],
      ['child.gender', GENDERS],
      ['child.whichHandId', HANDS],
      ['child.languageSpokenAtHome', LANGUAGES],
      ['child.additionalLanguage1', LANGUAGES],
      ['child.additionalLanguage2', LANGUAGES],
      [
        'child.yearOfBirth',
        Array.from({ length: LIMITS.years }, (_, index) => String(2026 - index)),
      ],
    ] as const) {
      expect(optionsOf(name).slice(1)).toEqual([...choices]);
    }
    expect(optionsOf('family.okayToContactIndicator')).toEqual(['Y', 'N']);
    for (const name of FIELDS) expect([name, field(name).required]).toEqual([name, true]);
  });

  test('what does not match the patterns is told in the specified words', async () => {
    const server = serve();
    const { user } = await openPage();
    await fillFamily(user);
    for (const name of FIELDS) {
      const rule: { message: string; wrong?: string } = FIELD_MESSAGES[name];
      if (rule.wrong === undefined) continue;
      const right = field(name).value;
      await enter(user, name, rule.wrong);
      await press(user, ADD_FAMILY.submit);
      await expectFault(name, rule.message);
      expect(document.activeElement).toBe(field(name));
      await enter(user, name, right);
      await waitFor(() => {
        expect(field(name).getAttribute('aria-invalid')).not.toBe('true');
      });
    }
    expect(server.calls('POST /families')).toEqual([]);
  });

  test('a name that is too long says so', async () => {
    serve();
    const { user } = await openPage();
    await fillFamily(user);
    await enter(user, 'family.familyName', 'x'.repeat(LIMITS.name + 1));
    await press(user, ADD_FAMILY.submit);
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain(RECORD_FORM_TEXTS.problem);
    expect(summary.textContent).toContain(
      `${FIELD_MESSAGES['family.familyName'].message} Please use at most 31 characters.`,
    );
  });

  test('a month of birth to come is refused; another year makes it right', async () => {
    serve();
    const { user } = await openPage();
    await fillFamily(user);
    await enter(user, 'child.yearOfBirth', '2026');
    await enter(user, 'child.monthOfBirth', '04');
    await press(user, ADD_FAMILY.submit);
    await waitFor(() => {
      expect(field('child.monthOfBirth').getAttribute('aria-invalid')).toBe('true');
    });
    expect(document.activeElement).toBe(field('child.monthOfBirth'));
    await enter(user, 'child.yearOfBirth', '2025');
    await waitFor(() => {
      expect(field('child.monthOfBirth').getAttribute('aria-invalid')).not.toBe('true');
    });
  });

  test('the phone number is formed while it is typed, and the caret stays in its place', async () => {
    serve();
    const { user } = await openPage();
    const phone = field('guardian.primaryPhone');
    await user.type(phone, '5105550100');
    expect(phone.value).toBe('(510) 555-0100');
    expect(phone.value).toHaveLength(LIMITS.phone);
    await user.keyboard('9');
    expect(phone.value).toBe('(510) 555-0100');
    phone.setSelectionRange(3, 3);
    await user.keyboard('{Backspace}');
    expect([phone.value, phone.selectionStart]).toEqual(['(505) 550-100', 2]);
    await user.keyboard('9');
    expect([phone.value, phone.selectionStart]).toEqual(['(590) 555-0100', 3]);
  });

  test('an address that is taken is told at the field, with the way to that family', async () => {
    const server = serve({
      'POST /families': refused(409, MESSAGES.alreadyRegistered),
      'GET /families/guid': { body: GUID },
    });
    const { user } = await openPage();
    await fillFamily(user);
    await press(user, ADD_FAMILY.submit);
    const link = await screen.findByRole('link', { name: RECORD_FORM_TEXTS.openOther });
    expect(link.getAttribute('href')).toMatch(new RegExp(`guid=${GUID}$`));
    await expectFault('guardian.email', MESSAGES.alreadyRegistered);
    await waitFor(() => {
      expect(document.activeElement).toBe(field('guardian.email'));
    });
    expect(field('child.firstName').value).toBe('Maya');
    // Once above the form and once at the field.
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getAllByText(MESSAGES.alreadyRegistered)).toHaveLength(2);
    expect(server.calls('GET /families/guid')[0]?.query.get('email')).toBe('renee@example.org');
  });

  test('faults that only the server finds stand at their fields', async () => {
    serve({
      'POST /families': refused(400, 'Some of the information sent is not valid.', {
        errors: [
          { field: 'familyName', message: 'F' },
          { field: 'zipCode', message: 'Z' },
          { field: 'guardians[0].firstName', message: 'G' },
          { field: 'children[0].yearOfBirth', message: 'C' },
        ],
      }),
    });
    const { user } = await openPage();
    await fillFamily(user);
    await press(user, ADD_FAMILY.submit);
    await expectFault('family.familyName', 'F');
    await expectFault('guardian.zipCode', 'Z');
    await expectFault('guardian.firstName', 'G');
    await expectFault('child.yearOfBirth', 'C');
    await waitFor(() => {
      expect(document.activeElement).toBe(field('family.familyName'));
    });
  });
});

test('a double click saves once', async () => {
  let release: (answer: Answer) => void = () => undefined;
  const held = new Promise<Answer>((resolve) => {
    release = resolve;
  });
  const server = serve({
    'POST /families': () => held,
    [READ]: { body: aFamily() },
    'GET /mails': { body: [] },
  });
  const { user } = await opened('/add-family', 'Add Family');
  await fillFamily(user);
  await user.dblClick(screen.getByRole('button', { name: ADD_FAMILY.submit }));
  await screen.findByText(RECORD_FORM_TEXTS.saving);
  await user.keyboard('{Control>}{Enter}{/Control}');
  release({ status: 201, body: aFamily() });
  await expectHeading('Doe');
  expect(server.calls('POST /families')).toHaveLength(1);
});

test('Cancel leads back to the family once the question is answered, and nothing is saved', async () => {
  const asked = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const server = serve({ [READ]: { body: aFamily() }, 'GET /mails': { body: [] } });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  await enter(user, 'family.familyName', 'Roe');
  await press(user, ADD_FAMILY.cancel);
  await waitFor(() => {
    expect(asked).toHaveBeenCalledTimes(1);
  });
  expect(field('family.familyName').value).toBe('Roe');
  await press(user, ADD_FAMILY.cancel);
  await expectHeading('Doe');
  expect(server.calls(`PUT /families/updateByGuid/${GUID}`)).toEqual([]);
  asked.mockRestore();
});

test.each([
  ['guardian', 'guardian.relationshipToChild'],
  ['child', 'child.whichHandId'],
] as const)('a new %s: the same messages as for a new family', async (part, chosen) => {
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
  expect(document.activeElement).toBe(field(`${part}.firstName`));
  expect(server.calls(`POST /${part === 'child' ? 'children' : 'guardians'}`)).toEqual([]);
});

test('an edited family: the same messages as for a new one', async () => {
  serve({ [READ]: { body: aFamily() } });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  for (const name of ['family.familyName', 'family.referredBy'] as const) {
    if (name === 'family.referredBy') await enter(user, name, '');
    else await user.clear(field(name));
    await press(user, 'Submit');
    await expectFault(name, FIELD_MESSAGES[name].message);
  }
});

test('notes count their characters, and are refused when there are too many', async () => {
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
  expect(document.activeElement).toBe(field('guardian.notes'));
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
  ['add-guardian', 'Add Guardian', MESSAGES.tooManyGuardians, 'guardian.firstName'],
  ['add-child', 'Add Child', MESSAGES.tooManyChildren, 'child.firstName'],
] as const)(
  '%s works from its address alone, and says what a full family can’t have',
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
])('%s without a family says that it does not know which one', async (page, heading) => {
  serve();
  await opened(`/${page}`, heading);
  await screen.findByText(RECORD_FORM_TEXTS.missing);
  expect(document.querySelector('form')).toBeNull();
});

test('a family that is not there, and one that could not be read', async () => {
  const server = serve({ [READ]: refused(404, DETAILS.notFound) });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  await screen.findByText(DETAILS.notFound);

  server.answer({ [READ]: { status: 500, body: 'broken' } });
  await press(user, 'Try again');
  await screen.findByText(SERVER_ERROR);
  server.answer({ [READ]: { body: aFamily() } });
  await press(user, 'Try again');
  await waitFor(() => {
    expect(field('family.familyName').value).toBe('Doe');
  });
});

test('an address that another family has is told at the field', async () => {
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
  await waitFor(() => {
    expect(document.activeElement).toBe(field('family.email'));
  });
});

test('a child keeps a year of birth that is chosen no more', async () => {
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
