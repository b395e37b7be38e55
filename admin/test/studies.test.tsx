import { beforeEach, describe, expect, test, vi } from 'vitest';
import { PORTAL_ROUTES, type StaffStudy } from '@kidlab/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { RESULTS_ID } from '../src/layout/page.js';
import { SESSION_TEXTS } from '../src/texts/invitations.js';
import { INVITE_TEXTS } from '../src/texts/inviting.js';
import { RECORD_FORM_TEXTS } from '../src/texts/record.js';
import { criteriaText, slotText, STUDY_TEXTS } from '../src/texts/studies.js';
import {
  aLateAnswer,
  alertsSay,
  cellsOf,
  descriptionOf,
  enter,
  expectFault,
  expectHeading,
  field,
  press,
  refused,
  rows,
  rowsShown,
  SERVER_ERROR,
  serve,
} from './page.js';
import { open, opened, stopTheDate } from './portal.js';
import { ANY_CHILD, anInvitation, aSlot, aStudy, PAGE, WRITTEN } from './study-records.js';

beforeEach(stopTheDate);

async function choose(user: UserEvent, list: string, option: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: list }));
  await user.click(await screen.findByRole('option', { name: option }));
}

describe('criteria in words', () => {
  test.each([
    [{}, 'Children of any age.'],
    [{ minMonths: 24 }, 'Children aged 24 months or older.'],
    [{ maxMonths: 1 }, 'Children aged 1 month or younger.'],
    [{ maxMonths: 35 }, 'Children aged 35 months or younger.'],
    [{ minMonths: 24, maxMonths: 24 }, 'Children aged 24 months.'],
    [
      {
        minMonths: 24,
        maxMonths: 35,
        genders: ['Female', 'Other'],
        hands: ['Left-handed'],
        languages: ['Spanish'],
        areas: ['East Bay'],
        notInStudies: [2],
      },
      'Children aged 24 to 35 months; gender: Female or Other; hand preference: Left-handed; language: Spanish; area: East Bay; not in: Blocks 2.',
    ],
    [
      { notInStudies: Array.from({ length: 80 }, (_, index) => index) },
      'Children of any age; not in: Blocks 0 or Blocks 1 or Blocks 2 or Blocks 3 or Blocks 4 or Blocks 5 or Blocks 6 or Blocks 7 or Blocks 8 or Blocks 9 or 70 more.',
    ],
  ] as [Partial<StaffStudy['criteria']>, string][])('%j: %s', (criteria, text) => {
    const nameOf = (id: number): string => `Blocks ${String(id)}`;
    expect(criteriaText({ ...ANY_CHILD, ...criteria }, nameOf)).toBe(text);
  });

  test('a session that runs past midnight shows both days', () => {
    const slot = { startsLocal: '2027-01-12T22:00', endsLocal: '2027-01-13T02:00' };
    expect(slotText(slot)).toBe('Tue, Jan 12, 2027, 10:00 PM – Wed, Jan 13, 2027, 2:00 AM');
  });
});

test('the grid shows a study’s criteria; a row opens the study, its Edit icon a form', async () => {
  const server = serve({ ...PAGE });
  const { user, address } = await opened('/studies', 'Studies');
  await rowsShown(2);
  expect(cellsOf(rows()[0])).toEqual(
    expect.arrayContaining([
      'Blocks 3',
      'Open',
      'Children aged 24 to 35 months; gender: Female; not in: Blocks 2.',
      '4 of 6',
    ]),
  );
  expect(screen.getByRole('link', { name: 'Edit Blocks 3' }).getAttribute('href')).toMatch(
    /\/edit-study\?id=3$/,
  );
  await user.click(screen.getByText('Blocks 3'));
  await expectHeading('Blocks 3');
  expect(address()).toBe('/study?id=3');
  await waitFor(() => {
    expect(server.calls('GET /slots')[0]?.query.get('filter')).toBe('{"studyId":3}');
  });
});

test.each([
  [PORTAL_ROUTES.studies, 'page'],
  [PORTAL_ROUTES.study, 'true'],
  [PORTAL_ROUTES.session, 'true'],
  [PORTAL_ROUTES.invite, 'true'],
  [PORTAL_ROUTES.editStudy, 'true'],
  [PORTAL_ROUTES.addStudy, 'true'],
  [PORTAL_ROUTES.users, null],
])('the sidebar marks Studies on %s: %s', async (route, current) => {
  serve();
  open(`${route}?id=3`);
  const sideBar = await screen.findByRole('navigation', { name: 'All pages' });
  const link = within(sideBar).getByRole('link', { name: 'Studies' });
  expect(link.getAttribute('aria-current')).toBe(current);
});

describe('a study', () => {
  test('is checked before it is sent, sent once, and shown', async () => {
    const server = serve({
      ...PAGE,
      'POST /studies': refused(500, SERVER_ERROR),
    });
    const { user, address } = await opened('/add-study', STUDY_TEXTS.add);
    await enter(user, 'study.minMonths', '36');
    await enter(user, 'study.maxMonths', '24');
    await press(user, 'Submit');
    await expectFault('study.name', 'Please enter a name.');
    await expectFault('study.publicName', 'Please enter the name that parents read.');
    await expectFault(
      'study.minMonths',
      'Minimum Age cannot be greater than Maximum Age. Please enter valid values.',
    );
    expect(server.calls('POST /studies')).toEqual([]);

    await enter(user, 'study.name', 'Blocks 3');
    await enter(user, 'study.publicName', 'Building with blocks');
    await enter(user, 'study.minMonths', '24');
    await enter(user, 'study.maxMonths', '35');
    await choose(user, 'Gender', 'Female');
    await choose(user, 'Not in These Studies', 'Blocks 2');
    await press(user, 'Submit');
    await alertsSay(SERVER_ERROR);
    server.answer({ 'POST /studies': { status: 201, body: aStudy(3) } });
    await press(user, 'Submit');
    await expectHeading('Blocks 3');
    expect(address()).toBe('/study?id=3');
    const [first, second] = server.calls('POST /studies');
    expect(second?.body).toEqual({
      name: 'Blocks 3',
      publicName: 'Building with blocks',
      state: 'open',
      place: '',
      letter: '',
      criteria: {
        minMonths: '24',
        maxMonths: '35',
        genders: ['Female'],
        hands: [],
        languages: [],
        areas: [],
        notInStudies: [2],
      },
    });
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
  });

  test('is saved with the version that was read; an error is shown at its field', async () => {
    const server = serve({
      ...PAGE,
      'PUT /studies/3': refused(400, 'Too old.', {
        errors: [{ field: 'criteria.maxMonths', message: 'Too old.' }],
      }),
    });
    const { user } = await opened('/edit-study?id=3', STUDY_TEXTS.edit);
    expect(field('study.maxMonths').value).toBe('35');
    screen.getByRole('button', { name: 'Female' });
    await enter(user, 'study.maxMonths', '36');
    await press(user, 'Submit');
    await expectFault('study.maxMonths', 'Too old.');
    server.answer({ 'PUT /studies/3': { body: aStudy(3, { version: 2 }) } });
    await press(user, 'Submit');
    await expectHeading('Blocks 3');
    expect(server.calls('PUT /studies/3')[1]?.body).toMatchObject({
      version: 1,
      criteria: { minMonths: '24', maxMonths: '36', genders: ['Female'] },
    });
  });

  test('whose form is left during a save shows what was saved', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { late, release } = aLateAnswer();
    const server = serve({ ...PAGE, 'PUT /studies/3': () => late });
    const { user, router } = await opened('/study?id=3', 'Blocks 3');
    await user.click(screen.getByRole('link', { name: 'Edit' }));
    await expectHeading(STUDY_TEXTS.edit);
    await enter(user, 'study.name', 'Blocks 4');
    await press(user, 'Submit');
    await screen.findByText(RECORD_FORM_TEXTS.saving);
    await act(() => router.navigate(-1));
    await expectHeading('Blocks 3');
    const after = { body: aStudy(3, { name: 'Blocks 4', version: 2 }) };
    server.answer({ 'GET /studies/3': after });
    release(after);
    await expectHeading('Blocks 4');
  });

  test.each([
    ['/edit-study?id=3', STUDY_TEXTS.edit, 1],
    ['/add-study', STUDY_TEXTS.add, 0],
  ])('%s says who is emailed about a new place or new ages: %s', async (path, heading, times) => {
    serve({ ...PAGE });
    await opened(path, heading);
    await screen.findByText(STUDY_TEXTS.childrenHint, { exact: false });
    for (const hint of [STUDY_TEXTS.placeHint, STUDY_TEXTS.newAgesHint]) {
      expect(screen.queryAllByText(hint, { exact: false })).toHaveLength(times);
    }
  });

  test('needs visible names and a visible place, on one line each', async () => {
    const server = serve({ ...PAGE });
    const { user } = await opened('/edit-study?id=3', STUDY_TEXTS.edit);
    await enter(user, 'study.name', '\u200b');
    await enter(user, 'study.publicName', 'Blocks\u202e');
    await press(user, 'Submit');
    await expectFault('study.name', 'Name must be one line of text.');
    await expectFault('study.publicName', 'Name for parents must be one line of text.');
    expect(server.calls('PUT /studies/3')).toEqual([]);
  });

  test('has its field of earlier studies before they are loaded, so Submit does not move', async () => {
    const { late } = aLateAnswer();
    const study = aStudy(3, { criteria: ANY_CHILD });
    serve({ ...PAGE, 'GET /studies': () => late, 'GET /studies/3': { body: study } });
    await opened('/edit-study?id=3', STUDY_TEXTS.edit);
    screen.getByRole('combobox', { name: 'Not in These Studies' });
  });

  test('a deleted study in the criteria is reported at the list, and can be removed', async () => {
    const server = serve({
      ...PAGE,
      'GET /studies/3': { body: aStudy(3, { criteria: { ...ANY_CHILD, notInStudies: [2, 9] } }) },
      'PUT /studies/3': refused(400, 'Gone.', {
        errors: [{ field: 'criteria.notInStudies', message: 'Gone.' }],
      }),
    });
    const { user } = await opened('/edit-study?id=3', STUDY_TEXTS.edit);
    await enter(user, 'study.place', 'Room 3');
    await press(user, 'Submit');
    const list = screen.getByRole('combobox', { name: 'Not in These Studies' });
    await waitFor(() => {
      expect([list.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', list]);
    });
    expect(descriptionOf(list)).toContain('Gone.');
    screen.getByRole('button', { name: 'study 9' });
    await user.type(list, '{Backspace}');
    expect(screen.queryByRole('button', { name: 'study 9' })).toBeNull();
    server.answer({ 'PUT /studies/3': { body: aStudy(3, { version: 2 }) } });
    await press(user, 'Submit');
    await expectHeading('Blocks 3');
    expect(server.calls('PUT /studies/3')[1]?.body).toMatchObject({
      criteria: { notInStudies: [2] },
    });
  });

  test('offers both values of each criterion that two users have changed', async () => {
    const server = serve({
      ...PAGE,
      'PUT /studies/3': refused(409, 'Somebody was faster.', {
        current: {
          modifiedBy: 'lee@example.org',
          modifiedDate: WRITTEN.modifiedDate,
          version: 5,
          fields: { maxMonths: '30', genders: '[]', notInStudies: '[2,9]' },
        },
      }),
    });
    const { user } = await opened('/edit-study?id=3', STUDY_TEXTS.edit);
    await enter(user, 'study.maxMonths', '36');
    const list = screen.getByRole('combobox', { name: 'Not in These Studies' });
    await user.type(list, '{Backspace}');
    await press(user, 'Submit');
    await user.click(await screen.findByRole('radio', { name: 'lee@example.org: 30' }));
    expect(field('study.maxMonths').value).toBe('30');
    expect(screen.queryByRole('radio', { name: /Female/ })).toBeNull();
    screen.getByRole('radio', { name: 'Yours: N/A' });
    await user.click(screen.getByRole('radio', { name: 'lee@example.org: Study 2, Study 9' }));
    server.answer({ 'PUT /studies/3': { body: aStudy(3, { version: 6 }) } });
    await press(user, 'Submit');
    await expectHeading('Blocks 3');
    expect(server.calls('PUT /studies/3')[1]?.body).toMatchObject({
      version: 5,
      criteria: { maxMonths: '30', genders: [], notInStudies: [2, 9] },
    });
  });

  test('has lists whose buttons have different names', async () => {
    serve({ ...PAGE });
    await opened(PORTAL_ROUTES.addStudy, STUDY_TEXTS.add);
    const names = screen.getAllByRole('button', { name: /^Open/ }).map(({ title }) => title);
    expect(names).toHaveLength(5);
    expect([...new Set(names)]).toEqual(names);
  });

  test('is duplicated with its criteria', async () => {
    serve({ ...PAGE, 'GET /studies/3': { body: aStudy(3, { state: 'closed' }) } });
    const { user, address } = await opened('/study?id=3', 'Blocks 3');
    await user.click(screen.getByRole('link', { name: STUDY_TEXTS.duplicate }));
    await expectHeading(STUDY_TEXTS.add);
    expect(address()).toBe('/add-study?id=3');
    await waitFor(() => {
      expect(field('study.name').value).toBe('Copy of Blocks 3');
    });
    expect([field('study.minMonths').value, field('study.state').value]).toEqual(['24', 'open']);
  });

  test('with a long name is duplicated without splitting a character', async () => {
    const name = `a${'😀'.repeat(79)}`;
    serve({ ...PAGE, 'GET /studies/3': { body: aStudy(3, { name }) } });
    await opened('/add-study?id=3', STUDY_TEXTS.add);
    await waitFor(() => {
      expect(field('study.name').value).toBe(`Copy of a${'😀'.repeat(71)}`);
    });
  });

  test('with invitations has no Delete button', async () => {
    serve({ ...PAGE, 'GET /studies/3': { body: aStudy(3, { invited: 1 }) } });
    await opened('/study?id=3', 'Blocks 3');
    screen.getByRole('link', { name: 'Duplicate' });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  test('has two lists, and its skip link goes to the first', async () => {
    serve({ ...PAGE, 'GET /invitations': { body: [anInvitation(31)] } });
    await opened('/study?id=3', 'Blocks 3');
    await screen.findByText('1 invitation');
    const totals = [...document.querySelectorAll(`#${RESULTS_ID}`)];
    expect(totals.map(({ textContent }) => textContent)).toEqual(['1 session']);
  });

  test('names the page buttons of its two lists differently', async () => {
    const paged = { body: [anInvitation(31)], total: 60 };
    serve({ ...PAGE, 'GET /slots': { body: [aSlot(11)], total: 60 }, 'GET /invitations': paged });
    await opened('/study?id=3', 'Blocks 3');
    await screen.findByText('60 invitations');
    screen.getByRole('navigation', { name: 'Pages of sessions' });
    screen.getByRole('navigation', { name: 'Pages of invitations' });
  });

  test('shows why a deletion is refused', async () => {
    const server = serve({ ...PAGE, 'DELETE /studies/3': refused(409, 'Families were invited.') });
    const { user, address } = await opened('/study?id=3', 'Blocks 3');
    await press(user, 'Delete');
    const dialog = await screen.findByRole('alertdialog', { name: STUDY_TEXTS.deleteHeading });
    await user.click(within(dialog).getByRole('button', { name: STUDY_TEXTS.deleteHeading }));
    await within(dialog).findByText('Families were invited.');
    server.answer({ 'DELETE /studies/3': { status: 204 } });
    await user.click(within(dialog).getByRole('button', { name: STUDY_TEXTS.deleteHeading }));
    await expectHeading('Studies');
    expect(address()).toBe('/studies');
  });

  test.each([
    ['/study', STUDY_TEXTS.heading],
    ['/study?id=3', STUDY_TEXTS.heading],
    ['/edit-study?id=3', STUDY_TEXTS.edit],
    ['/add-study?id=3', STUDY_TEXTS.add],
    ['/invite?id=3', INVITE_TEXTS.heading],
    ['/session?id=3', SESSION_TEXTS.heading],
  ])('that does not exist shows an error and a way to the studies: %s', async (page, heading) => {
    const missing = refused(404, 'There is no such record.');
    serve({
      'GET /studies/0': missing,
      'GET /studies/3': missing,
      'GET /slots/3/roster': missing,
    });
    await opened(page, heading);
    await screen.findByText('There is no such record.');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Studies' }).getAttribute('href')).toMatch(/\/studies$/);
  });
});
