import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MESSAGES } from '@kidlab/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import {
  ADD_FAMILY,
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
  alertsSay,
  aLateAnswer,
  CONNECTION_LOST,
  enter,
  expectFault,
  expectFormKeys,
  expectHeading,
  field,
  optionsOf,
  press,
  refused,
  serve,
  type Shown,
  textsOf,
  expectFocus,
} from './page.js';
import { aFamily, GUID, opened, stopTheDate } from './portal.js';

type Field = keyof typeof FIELD_MESSAGES;

const FIELDS = Object.keys(FIELD_MESSAGES) as Field[];
const READ = `GET /families/getByGuid/${GUID}`;

beforeEach(stopTheDate);

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

describe('the page that adds a family', () => {
  const openPage = (): Promise<Shown> => opened('/add-family', 'Add Family');

  test('has the specified sections, defaults, choices and required fields', async () => {
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

  test('shows the specified messages for invalid values', async () => {
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
      await expectFocus(() => field(name));
      await enter(user, name, right);
      await waitFor(() => {
        expect(field(name).getAttribute('aria-invalid')).not.toBe('true');
      });
    }
    expect(server.calls('POST /families')).toEqual([]);
  });

  test('every error is at its field and in the summary, whose entries lead to the fields', async () => {
    const server = serve();
    const { user } = await openPage();
    await enter(user, 'guardian.relationshipToChild', '');
    await enter(user, 'child.whichHandId', '');
    await press(user, ADD_FAMILY.submit);
    await expectFocus(() => field('family.familyName'));
    const alert = screen.getByRole('alert');
    expect(alert.getAttribute('aria-atomic')).toBe('false');
    const summary = within(alert);
    for (const name of FIELDS) await expectFault(name, FIELD_MESSAGES[name].message);
    expect(summary.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      FIELDS.map((name) => FIELD_MESSAGES[name].message),
    );
    await user.click(summary.getByRole('button', { name: FIELD_MESSAGES['child.gender'].message }));
    await expectFocus(() => field('child.gender'));

    await fillFamily(user);
    await enter(user, 'guardian.relationshipToChild', 'Father');
    await enter(user, 'child.whichHandId', 'Ambidextrous');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(server.calls('POST /families')).toEqual([]);
  });

  test('the error of a name that is too long gives the limit', async () => {
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

  test('a future month of birth is refused; another year fixes it', async () => {
    serve();
    const { user } = await openPage();
    await fillFamily(user);
    await enter(user, 'child.yearOfBirth', '2026');
    await enter(user, 'child.monthOfBirth', '04');
    await press(user, ADD_FAMILY.submit);
    await waitFor(() => {
      expect(field('child.monthOfBirth').getAttribute('aria-invalid')).toBe('true');
    });
    await expectFocus(() => field('child.monthOfBirth'));
    await enter(user, 'child.yearOfBirth', '2025');
    await waitFor(() => {
      expect(field('child.monthOfBirth').getAttribute('aria-invalid')).not.toBe('true');
    });
  });

  test('the phone number is formatted as it is typed, and the caret keeps its place', async () => {
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

  test('a taken address is reported at the field, with a link to that family', async () => {
    const server = serve({
      'POST /families': refused(409, MESSAGES.alreadyRegistered, {
        errors: [{ field: 'email', message: MESSAGES.alreadyRegistered }],
      }),
      'GET /families/guid': { body: GUID },
    });
    const { user } = await openPage();
    await fillFamily(user);
    await press(user, ADD_FAMILY.submit);
    const link = await screen.findByRole('link', { name: RECORD_FORM_TEXTS.openOther });
    expect(link.getAttribute('href')).toMatch(new RegExp(`guid=${GUID}$`));
    await expectFault('guardian.email', MESSAGES.alreadyRegistered);
    await expectFocus(() => field('guardian.email'));
    expect(field('child.firstName').value).toBe('Maya');
    // Once above the form and once at the field.
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getAllByText(MESSAGES.alreadyRegistered)).toHaveLength(2);
    expect(server.calls('GET /families/guid')[0]?.query.get('email')).toBe('renee@example.org');
  });

  test('errors from the server are shown at their fields', async () => {
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
    await expectFocus(() => field('family.familyName'));
  });
});

test('a double click saves once', async () => {
  const { late, release } = aLateAnswer();
  const server = serve({
    'POST /families': () => late,
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

test('a menu entry asks before it leaves unsaved changes', async () => {
  const asked = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  serve();
  const { user } = await opened('/add-family', 'Add Family');
  await enter(user, 'guardian.firstName', 'Jane');
  const leave = async (): Promise<void> => {
    await press(user, 'Menu');
    await user.click(await screen.findByRole('menuitem', { name: 'Registration Report' }));
  };
  await leave();
  await waitFor(() => {
    expect(asked).toHaveBeenCalledTimes(1);
  });
  await expectHeading('Add Family');
  expect(field('guardian.firstName').value).toBe('Jane');
  await leave();
  await expectHeading('Registration Report');
  asked.mockRestore();
});

test('Back after Cancel returns to the form', async () => {
  serve();
  const { user, router } = await opened('/add-family', 'Add Family');
  await press(user, ADD_FAMILY.cancel);
  await expectHeading('Search Family and Children');
  await act(() => router.navigate(-1));
  await expectHeading('Add Family');
});

test('a retry after a lost response uses the same idempotency key; the next form gets a new one', async () => {
  const server = serve({
    'POST /families': null,
    [READ]: { body: aFamily() },
    'GET /mails': { body: [] },
  });
  const { user } = await opened('/add-family', 'Add Family');
  await fillFamily(user);
  await press(user, ADD_FAMILY.submit);
  await alertsSay(CONNECTION_LOST);
  server.answer({ 'POST /families': { status: 201, body: aFamily() } });
  await press(user, ADD_FAMILY.submit);
  await expectHeading('Doe');

  const sideBar = screen.getByRole('navigation', { name: 'All pages' });
  await user.click(within(sideBar).getByRole('link', { name: 'Add Family' }));
  await expectHeading('Add Family');
  await fillFamily(user);
  await press(user, ADD_FAMILY.submit);
  await expectHeading('Doe');
  expect(server.calls('POST /families')).toHaveLength(3);
  expectFormKeys(server.calls('POST /families'));
});
