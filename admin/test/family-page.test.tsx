import { beforeEach, expect, test } from 'vitest';
import { type MailRow, STAFF_CALLS, STAFF_MESSAGES } from '@kidlab/contract';
import { act, screen, waitFor, within } from '@testing-library/react';

import { ADD_FAMILY, DETAILS, LIMITS } from '../../e2e/portal-family-specification.js';
import { PORTAL_HEADINGS } from '../../e2e/portal-specification.js';
import { FAMILY_PAGE_TEXTS } from '../src/texts/record.js';
import { REPORT_TEXTS } from '../src/texts/search.js';
import {
  alertsSay,
  CONNECTION_LOST,
  enter,
  expectFocus,
  expectHeading,
  field,
  heading,
  press,
  refused,
  serve,
  type Server,
} from './page.js';
import { aChild, aFamily, aGuardian, GUID, open, opened, stopTheDate } from './portal.js';

const READ = `GET /families/getByGuid/${GUID}`;
const DETAILS_PAGE = `/family-details-page?guid=${GUID}`;

beforeEach(stopTheDate);

const served = (family = aFamily()): Server =>
  serve({ [READ]: { body: family }, 'GET /mails': { body: [] } });

/** Labels and values of a card, in their order. */
function factsOf(card: HTMLElement): [string, string][] {
  const labels = [...card.querySelectorAll('dt')];
  const values = [...card.querySelectorAll('dd')];
  return labels.map((label, index) => [label.textContent, values[index]?.textContent ?? '']);
}

test('a family is shown with every field of the specification', async () => {
  served(
    aFamily({
      familyName: 'O’Brien-Smith',
      okayToContactIndicator: 'N',
      children: [aChild(21, { additionalLanguage1: 'ASL' })],
    }),
  );
  await opened(DETAILS_PAGE, 'O’Brien-Smith');
  const card = screen.getByRole('region', { name: 'O’Brien-Smith' });
  within(card).getByText('Confirmed');
  expect(factsOf(card).slice(0, 3)).toEqual([
    ['Okay To Contact', 'No'],
    ['Referred By', 'Lab employee'],
    ['Member Since', '05/04/2026'],
  ]);
  expect(within(card).getByRole('link', { name: /^Edit/ }).textContent).toBe(DETAILS.edit);
  expect(within(card).getByRole('button', { name: /^Delete/ }).textContent).toBe(DETAILS.delete);

  const guardian = screen.getByRole('article', { name: 'Jane O’Brien' });
  expect(factsOf(guardian)).toEqual([
    ['Relationship', 'Aunt'],
    ['City', 'Emeryville'],
    ['ZIP Code', '94608'],
    ['Phone', '(510) 555-0100'],
    ['Email Address', 'jane@example.org'],
    ['Is Primary', 'Yes'],
    ['Notes', DETAILS.empty],
  ]);
  within(guardian).getByText('Primary');
  const child = screen.getByRole('article', { name: 'Maya' });
  expect(factsOf(child)).toEqual([
    ['Date of Birth', 'March / 2022'],
    ['Age', expect.stringMatching(/^[34] years$/)],
    ['Gender', 'Female'],
    ['Which Hand', 'Left-handed'],
    ['Home Language', 'Spanish'],
    ['Additional Language 1', 'ASL'],
    ['Additional Language 2', 'N/A'],
  ]);
  // The only guardian and the only child are edited, not deleted.
  for (const only of [guardian, child]) {
    within(only).getByRole('link', { name: /^Edit/ });
    expect(within(only).queryByRole('button', { name: /^Delete/ })).toBeNull();
  }
  for (const [name, href] of [
    ['(510) 555-0100', 'tel:+15105550100'],
    ['jane@example.org', 'mailto:jane@example.org'],
  ] as const) {
    expect(within(guardian).getByRole('link', { name }).getAttribute('href')).toBe(href);
  }
  screen.getByRole('link', { name: DETAILS.addGuardian });
  screen.getByRole('link', { name: DETAILS.addChild });
});

test('a guardian is deleted after a confirmation, and the family is read once', async () => {
  const ann = aGuardian(11, { firstName: 'Ann' });
  const bea = aGuardian(12, { firstName: 'Bea', isPrimaryIndicator: 'N' });
  const server = served(aFamily({ guardians: [ann, bea] }));
  server.answer({ 'DELETE /guardians/11': { body: ann } });
  const { user } = await opened(DETAILS_PAGE, 'Doe');
  const erase = screen.getByRole('button', { name: 'Delete Ann O’Brien' });
  await user.click(erase);
  const dialog = await screen.findByRole('alertdialog', { name: DETAILS.deleteGuardian });
  within(dialog).getByText(DETAILS.deleteQuestion);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await expectFocus(() => erase);
  expect(server.calls('DELETE /guardians/11')).toEqual([]);

  const before = server.calls(READ).length;
  server.answer({
    [READ]: { body: aFamily({ guardians: [{ ...bea, isPrimaryIndicator: 'Y' }] }) },
  });
  await user.click(erase);
  const again = await screen.findByRole('alertdialog');
  await user.click(within(again).getByRole('button', { name: DETAILS.delete }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Ann O’Brien' })).toBeNull());
  await waitFor(() => expect(server.calls(READ)).toHaveLength(before + 1));
  await expectFocus(() => screen.getByRole('heading', { name: 'Guardians' }));
  const left = screen.getByRole('article', { name: 'Bea O’Brien' });
  await waitFor(() => expect(factsOf(left)).toContainEqual(['Is Primary', 'Yes']));
  expect(within(left).queryByRole('button', { name: /^Delete/ })).toBeNull();
  screen.getByRole('link', { name: DETAILS.addGuardian });
  expect(server.calls(READ)).toHaveLength(before + 1);
});

test('after a deletion with a lost response, the page shows who is left', async () => {
  const [ann, bea] = [aGuardian(11, { firstName: 'Ann' }), aGuardian(12, { firstName: 'Bea' })];
  const server = served(aFamily({ guardians: [ann, bea] }));
  server.answer({
    'DELETE /guardians/11': () => {
      server.answer({ [READ]: { body: aFamily({ guardians: [bea] }) } });
      return null;
    },
  });
  const { user } = await opened(DETAILS_PAGE, 'Doe');
  await press(user, 'Delete Ann O’Brien');
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: DETAILS.delete }));
  await dialog.findByText(CONNECTION_LOST);
  await waitFor(() => expect(screen.queryByText('Ann O’Brien')?.closest('article')).toBeFalsy());
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expectFocus(heading);
});

test('after a lost response, the page says that the family is gone', async () => {
  const server = served();
  server.answer({
    [`DELETE ${STAFF_CALLS.familyById}/7`]: () => {
      server.answer({ [READ]: refused(404, DETAILS.notFound) });
      return null;
    },
  });
  const { user } = await opened(DETAILS_PAGE, 'Doe');
  await press(user, 'Delete Doe');
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: DETAILS.delete }));
  await expectHeading('Family Details');
  await alertsSay(DETAILS.notFound);
  await expectFocus(heading);
});

test('deleting the family opens Add Family, and Back does not return to the family', async () => {
  const server = served();
  server.answer({
    [`DELETE ${STAFF_CALLS.familyById}/7`]: { body: aFamily() },
    'GET /families': { body: [] },
  });
  const { user, router } = open('/search-page');
  await expectHeading(PORTAL_HEADINGS['/search-page']);
  await act(() => router.navigate(DETAILS_PAGE));
  await expectHeading('Doe');
  await user.click(await screen.findByRole('button', { name: 'Delete Doe' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Family' });
  within(dialog).getByText(DETAILS.deleteQuestion);
  await user.click(within(dialog).getByRole('button', { name: DETAILS.delete }));
  await expectHeading('Add Family');
  await expectFocus(() => field('family.familyName'));
  await act(() => router.navigate(-1));
  await expectHeading(PORTAL_HEADINGS['/search-page']);
});

test('a failed email is sent again, and its state is updated without a reload', async () => {
  const mail: MailRow = {
    id: '0b6b3c8e-6f0e-4a1c-9d55-3f1f0a2b7c11',
    kind: 'confirmation',
    state: 'failed',
    toAddress: 'jane@example.org',
    familyId: 7,
    familyGuid: GUID,
    createdAt: '2026-03-14T17:00:00.000Z',
    nextAttemptAt: null,
    sentAt: null,
    attempts: 1,
    serverAnswer: '550 5.1.1 No such mailbox',
  };
  const retry = `POST /mails/${mail.id}/retry`;
  const server = served(aFamily({ state: 'awaiting' }));
  const history = ['failed', 'pending', 'sent'] as const;
  let reads = 0;
  server.answer({
    'GET /mails': () => {
      const state = server.calls(retry).length === 0 ? 'failed' : history[(reads += 1)];
      return { body: [{ ...mail, state }] };
    },
    [retry]: { body: { message: 'Queued.' } },
  });
  const { user } = await opened(DETAILS_PAGE, 'Doe');
  const emails = screen.getByRole('region', { name: 'Emails' });
  await within(emails).findByText('Failed');
  expect(emails.textContent).toContain('550 5.1.1 No such mailbox');
  expect(screen.getByRole('region', { name: 'Doe' }).textContent).toContain(
    'Awaiting confirmation',
  );
  await user.click(within(emails).getByRole('button', { name: /^Send again/ }));
  await within(emails).findByText('Sent');
  await expectFocus(heading);
  expect(server.calls(retry)).toHaveLength(1);
  // Read again, because the family may be invited now.
  expect(server.calls(READ)).toHaveLength(2);
});

const RESEND = `POST ${STAFF_CALLS.resend}`;

test('after a resend with a lost response, Close reloads the emails', async () => {
  const server = served(aFamily({ state: 'awaiting' }));
  server.answer({ 'GET /mails': { body: [] }, [RESEND]: null });
  const { user } = await opened(DETAILS_PAGE, 'Doe');
  await press(user, FAMILY_PAGE_TEXTS.resend);
  await press(user, REPORT_TEXTS.resendConfirm);
  await screen.findByText(REPORT_TEXTS.resendFailure);
  const before = server.calls('GET /mails').length;
  await press(user, REPORT_TEXTS.added.close);
  await waitFor(() => expect(server.calls('GET /mails').length).toBeGreaterThan(before));
});

test('a resend reports that the family has confirmed meanwhile, and keeps the focus', async () => {
  const server = served(aFamily({ state: 'awaiting' }));
  server.answer({
    [RESEND]: () => {
      server.answer({ [READ]: { body: aFamily() } });
      return refused(409, STAFF_MESSAGES.confirmationNotNeeded);
    },
  });
  const { user } = await opened(DETAILS_PAGE, 'Doe');
  await press(user, FAMILY_PAGE_TEXTS.resend);
  await press(user, REPORT_TEXTS.resendConfirm);
  await screen.findByText(STAFF_MESSAGES.confirmationNotNeeded);
  await press(user, REPORT_TEXTS.added.close);
  await expectFocus(heading);
});

test('Edit opens the form with the values shown, without reading them again', async () => {
  const server = served();
  const { user } = await opened(DETAILS_PAGE, 'Doe');
  const reads = server.calls(READ).length;
  await user.click(screen.getByRole('link', { name: 'Edit Doe' }));
  await expectHeading('Edit Family');
  await expectFocus(() => field('family.familyName'));
  expect(
    ['familyName', 'referredBy', 'okayToContactIndicator'].map(
      (name) => field(`family.${name}`).value,
    ),
  ).toEqual(['Doe', 'Employee', 'Y']);
  expect(server.calls(READ)).toHaveLength(reads);
});

test('special needs are entered with a new child, shown and removed', async () => {
  const server = served();
  const { user } = await opened(
    `/add-child?guid=${GUID}&familyEmail=jane%40example.org&familyName=Doe`,
    'Add Child',
  );
  await enter(user, 'child.firstName', 'Leo');
  await enter(user, 'child.gender', 'Male');
  await enter(user, 'child.monthOfBirth', '01');
  await enter(user, 'child.yearOfBirth', '2020');
  await enter(user, 'child.specialNeeds', 'x'.repeat(LIMITS.notes + 1));
  await press(user, ADD_FAMILY.submit);
  await waitFor(() => {
    expect(field('child.specialNeeds').getAttribute('aria-invalid')).toBe('true');
  });
  screen.getAllByText(/^Special needs must be ≤ 1024 characters\./);
  await enter(user, 'child.specialNeeds', 'Wears glasses');
  const leo = aChild(22, { firstName: 'Leo', specialNeeds: 'Wears glasses' });
  const withLeo = aFamily({ children: [aChild(21), leo] });
  server.answer({ 'POST /children': { status: 201, body: leo }, [READ]: { body: withLeo } });
  await press(user, ADD_FAMILY.submit);
  await expectHeading('Doe');
  expect(server.calls('POST /children')).toMatchObject([
    { body: { specialNeeds: 'Wears glasses' } },
  ]);
  const card = await screen.findByRole('article', { name: 'Leo' });
  expect(factsOf(card)).toContainEqual(['Special Needs', 'Wears glasses']);
  expect(screen.getByRole('article', { name: 'Maya' }).textContent).not.toContain('Special Needs');

  await user.click(screen.getByRole('link', { name: 'Edit Leo' }));
  await expectHeading('Edit Child');
  expect(field('child.specialNeeds').value).toBe('Wears glasses');
  await user.clear(field('child.specialNeeds'));
  server.answer({ 'PUT /children/22': { body: leo } });
  await press(user, ADD_FAMILY.submit);
  await expectHeading('Doe');
  expect(server.calls('PUT /children/22')).toMatchObject([{ body: { specialNeeds: '' } }]);
  await expectFocus(heading);
});
