import { beforeEach, describe, expect, test } from 'vitest';
import type { Funnel } from '@kidlab/contract';
import { screen, waitFor, within } from '@testing-library/react';

import { ANSWER_TEXTS, FUNNEL_TEXTS, INVITE_TEXTS, SHOWN_TEXTS } from '../src/texts/inviting.js';
import {
  aLateAnswer,
  alertsSay,
  cellsOf,
  enter,
  expectFormKeys,
  field,
  press,
  refused,
  rows,
  rowsShown,
  serve,
} from './page.js';
import { open, opened, stopTheDate } from './portal.js';
import { aCandidate, aFunnel, aStudy, PAGE, WRITTEN } from './study-records.js';

beforeEach(stopTheDate);

const section = (name: string): HTMLElement => screen.getByRole('region', { name });
const dialogOf = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name });

describe('the funnel', () => {
  test('is drawn after the sessions and before the answers, so that no button moves', async () => {
    const [slots, funnel] = [aLateAnswer(), aLateAnswer()];
    serve({
      ...PAGE,
      'GET /slots': () => slots.late,
      'GET /studies/3/funnel': () => funnel.late,
    });
    open('/study?id=3');
    await screen.findByRole('region', { name: 'Study' });
    expect(screen.queryByRole('link', { name: FUNNEL_TEXTS.invite })).toBeNull();
    slots.release(PAGE['GET /slots']);
    await screen.findByRole('link', { name: FUNNEL_TEXTS.invite });
    expect(screen.queryByRole('region', { name: ANSWER_TEXTS.section })).toBeNull();
    funnel.release(PAGE['GET /studies/3/funnel']);
    await screen.findByRole('region', { name: ANSWER_TEXTS.section });
  });

  test('shows how many are left at each step and why others are not; each number links to its list', async () => {
    serve({ ...PAGE });
    await opened('/study?id=3', 'Blocks 3');
    const steps = [...section('Who can be invited').querySelectorAll('ol > li')];
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      '4,812 children registered',
      '391 the right age on a session’s date (52 only possibly)too young: 1,421too old: 3,000',
      '118 also fit (14 only possibly)different gender: 273',
      '104 may be contacted (13 only possibly)the family has not confirmed: 14',
      '88 not resting (13 only possibly)the family was invited recently: 16',
      '83 can be invited (12 only possibly)the family is already invited to this study: 5',
    ]);
    screen.getByRole('link', { name: '391 the right age on a session’s date' });
    expect(steps.map((step) => step.querySelector('a')?.getAttribute('href'))).toEqual([
      expect.stringMatching(/\/children\?filter=%7B%22state%22%3A%22registered%22%7D$/),
      expect.stringMatching(/\/invite\?id=3&show=right-age$/),
      expect.stringMatching(/\/invite\?id=3&show=fits$/),
      expect.stringMatching(/\/invite\?id=3&show=contactable$/),
      expect.stringMatching(/\/invite\?id=3&show=rested$/),
      expect.stringMatching(/\/invite\?id=3&show=possible$/),
    ]);
  });

  test.each([
    ['open', 2, 0, `${FUNNEL_TEXTS.noSession} ${FUNNEL_TEXTS.agesToday}`, FUNNEL_TEXTS.noSession],
    ['open', 0, 0, FUNNEL_TEXTS.noSessionYet, FUNNEL_TEXTS.noSessionYet],
    ['closed', 2, 0, `${FUNNEL_TEXTS.closed} ${FUNNEL_TEXTS.agesToday}`, FUNNEL_TEXTS.closed],
    ['closed', 2, 6, FUNNEL_TEXTS.closed, FUNNEL_TEXTS.closed],
  ] as const)('says why none can be invited: %s, %i sessions, %i seats', async (...row) => {
    const [state, slots, freeSeats, text, own] = row;
    const server = serve({
      ...PAGE,
      'GET /studies/3': { body: aStudy(3, { state, slots }) },
      'GET /studies/3/funnel': { body: aFunnel({ freeSeats }) },
    });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await alertsSay(text);
    await user.click(screen.getByRole('link', { name: FUNNEL_TEXTS.invite }));
    await screen.findByText(own);
    expect(server.calls('POST /invitations')).toEqual([]);
  });

  test.each([
    ['open', 'no session with a free seat: 83'],
    ['closed', 'the study is closed: 83'],
  ] as const)('says at the last step why nothing is left: %s', async (state, text) => {
    const steps: Funnel['steps'] = [
      {
        step: 'can-be-invited',
        children: 0,
        possible: 0,
        dropped: [{ reason: 'nothing-left', children: 83 }],
      },
    ];
    serve({
      ...PAGE,
      'GET /studies/3': { body: aStudy(3, { state }) },
      'GET /studies/3/funnel': { body: aFunnel({ steps }) },
    });
    await opened('/study?id=3', 'Blocks 3');
    await screen.findByText(text);
  });

  test('can be retried after a failure', async () => {
    const server = serve({ ...PAGE, 'GET /studies/3/funnel': refused(500, 'Not now.') });
    const { user } = await opened('/study?id=3', 'Blocks 3');
    await alertsSay('Not now.');
    server.answer({ 'GET /studies/3/funnel': { body: aFunnel() } });
    await press(user, 'Try again');
    await screen.findByText('4,812');
  });
});

describe('inviting', () => {
  test('sends from the study’s page, and lists the refused families with the reasons', async () => {
    const server = serve({ ...PAGE, 'POST /invitations': refused(500, 'Please try again.') });
    const { user, address } = await opened('/study?id=3', 'Blocks 3');
    await user.click(screen.getByRole('link', { name: 'Invite' }));
    await waitFor(() => {
      expect(address()).toBe('/invite?id=3');
    });
    await screen.findByText('6 seats are free. 83 children can be invited, 12 only possibly.');
    await press(user, INVITE_TEXTS.send);
    let dialog = await dialogOf(INVITE_TEXTS.send);
    const send = (): Promise<void> =>
      user.click(within(dialog).getByRole('button', { name: INVITE_TEXTS.send }));
    expect(field('take').value).toBe('6');
    within(dialog).getByText(/^6 seats are free\. A family may bring several children\./);
    await send();
    await alertsSay('Please try again.');
    server.answer({
      'GET /families': { body: [{ id: 7, familyName: 'Doe' }], total: 1 },
      'POST /invitations': {
        body: {
          queued: 12,
          refused: [
            { familyId: 7, reasons: ['paused', 'resting'] },
            { familyId: 9, reasons: ['too-old'] },
          ],
        },
      },
    });
    await send();
    const notice = await screen.findByText(/12 invitations are on their way\./);
    expect(notice.textContent).toBe(
      '12 invitations are on their way.Doe: the family asked for a pause, the family was invited recentlyFamily 9: too old',
    );
    await waitFor(() => {
      expect(document.activeElement?.textContent).toBe(notice.textContent);
    });
    await press(user, INVITE_TEXTS.send);
    dialog = await dialogOf(INVITE_TEXTS.send);
    await send();
    await waitFor(() => {
      expect(server.calls('POST /invitations')).toHaveLength(3);
    });
    expectFormKeys(server.calls('POST /invitations'));
    expect(server.calls('POST /invitations')[0]?.body).toEqual({
      studyId: 3,
      familyIds: [7],
      withPossible: false,
    });
  });

  test('invites the number that was typed, with children who are only possibly old enough', async () => {
    const server = serve({ ...PAGE, 'POST /invitations': { body: { queued: 1, refused: [] } } });
    const { user, address } = await opened('/invite?id=3', 'Blocks 3');
    await rowsShown(1);
    await user.selectOptions(screen.getByLabelText(INVITE_TEXTS.shown), SHOWN_TEXTS.possible);
    expect(address()).toBe('/invite?id=3&show=possible');
    await rowsShown(1);
    expect(server.calls('GET /candidates').map(({ query }) => query.get('filter'))).toEqual([
      '{"studyId":3,"verdict":"certain"}',
      '{"studyId":3,"verdict":["certain","possible"]}',
    ]);
    await press(user, INVITE_TEXTS.send);
    const dialog = await dialogOf(INVITE_TEXTS.send);
    const send = (): Promise<void> =>
      user.click(within(dialog).getByRole('button', { name: INVITE_TEXTS.send }));
    for (const wrong of ['', '0', '1001']) {
      await enter(user, 'take', wrong);
      await send();
      await within(dialog).findByText(INVITE_TEXTS.wrongNumber);
    }
    await enter(user, 'take', '1');
    await send();
    await screen.findByText('1 invitation is on its way.');
    expect(server.calls('POST /invitations')[0]?.body).toEqual({
      studyId: 3,
      familyIds: [7],
      withPossible: true,
    });
  });

  test('sends nothing while nobody can be invited', async () => {
    const [step] = aFunnel().steps.slice(-1);
    const steps = step === undefined ? [] : [{ ...step, children: 0, possible: 0 }];
    serve({
      ...PAGE,
      'GET /candidates': { body: [], total: 0 },
      'GET /studies/3/funnel': { body: aFunnel({ steps, freeSeats: 0 }) },
    });
    await opened('/invite?id=3', 'Blocks 3');
    await screen.findByText(FUNNEL_TEXTS.noSession);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: INVITE_TEXTS.send });
    expect(button.disabled).toBe(true);
  });

  test('can’t send when the last family has been invited meanwhile', async () => {
    const server = serve({ ...PAGE, 'GET /candidates': { body: [], total: 0 } });
    const { user } = await opened('/invite?id=3', 'Blocks 3');
    await press(user, INVITE_TEXTS.send);
    const dialog = within(await dialogOf(INVITE_TEXTS.send));
    await dialog.findByText(INVITE_TEXTS.nobody);
    const send = dialog.getByRole('button', { name: INVITE_TEXTS.send });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    await user.click(send);
    expect(server.calls('POST /invitations')).toEqual([]);
  });

  test('keeps a number that was typed before the free seats have loaded', async () => {
    let know = (): void => undefined;
    const isKnown = new Promise<void>((resolve) => {
      know = resolve;
    });
    const funnel = { body: aFunnel({ unanswered: 5 }) };
    serve({ ...PAGE, 'GET /studies/3/funnel': () => isKnown.then(() => funnel) });
    const { user } = open('/invite?id=3');
    await screen.findByRole('button', { name: INVITE_TEXTS.send });
    await press(user, INVITE_TEXTS.send);
    await dialogOf(INVITE_TEXTS.send);
    await enter(user, 'take', '4');
    // The lines above would push the rows down.
    expect(rows()).toEqual([]);
    know();
    await screen.findByText(
      '6 seats are free. 83 children can be invited, 12 only possibly. 5 invited families have not answered yet.',
    );
    expect(field('take').value).toBe('4');
    await rowsShown(1);
  });

  test('a checkbox includes children who are only possibly the right age; without it, they are refused', async () => {
    const server = serve({
      ...PAGE,
      'POST /invitations': { body: { queued: 0, refused: [{ familyId: 99, reasons: [] }] } },
      // The family is not on this page of the list.
      'GET /families': { body: [{ id: 99, familyName: 'Okafor' }], total: 1 },
    });
    const { user } = await opened('/invite?id=3&show=possible', 'Blocks 3');
    await rowsShown(1);
    for (const withPossible of [false, true]) {
      await press(user, INVITE_TEXTS.send);
      const dialog = await dialogOf(INVITE_TEXTS.send);
      const box = within(dialog).getByRole('checkbox', { name: INVITE_TEXTS.withPossible });
      expect((box as HTMLInputElement).checked).toBe(true);
      if (!withPossible) await user.click(box);
      await user.click(within(dialog).getByRole('button', { name: INVITE_TEXTS.send }));
      await screen.findByText('Okafor: only possibly the right age');
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).toBeNull();
      });
      expect(server.calls('POST /invitations').at(-1)?.body).toMatchObject({ withPossible });
    }
  });

  test('invites one family of the list, and lists the children who may not be invited with the reasons', async () => {
    const server = serve({
      ...PAGE,
      'GET /candidates': {
        body: [
          aCandidate(21, { lastInvitedAt: WRITTEN.createdDate }),
          aCandidate(22, { verdict: 'not', reasons: ['too-old', 'paused'], firstName: 'Leo' }),
        ],
        total: 2,
      },
      'POST /invitations': { body: { queued: 1, refused: [] } },
    });
    const { user } = await opened('/invite?id=3&show=not', 'Blocks 3');
    await rowsShown(2);
    expect(rows().map(cellsOf)).toEqual([
      ['Maya', 'Doe', '24 months', '05/04/2026 10:00:00', 'May be invited', 'Invite'],
      ['Leo', 'Doe', '24 months', 'never', 'too old, the family asked for a pause', ''],
    ]);
    await press(user, 'Invite Maya Doe');
    const dialog = await dialogOf(INVITE_TEXTS.send);
    await user.click(within(dialog).getByRole('button', { name: INVITE_TEXTS.send }));
    await screen.findByText('1 invitation is on its way.');
    expect(server.calls('POST /invitations')[0]?.body).toEqual({
      studyId: 3,
      familyIds: [7],
      withPossible: false,
    });
  });

  test('a name filters the list, whatever it shows, but not the families to invite', async () => {
    const server = serve({ ...PAGE, 'POST /invitations': { body: { queued: 1, refused: [] } } });
    const { user } = await opened('/invite?id=3', 'Blocks 3');
    await rowsShown(1);
    await user.type(screen.getByLabelText(INVITE_TEXTS.name), 'Doe{Enter}');
    await waitFor(() => {
      expect(server.calls('GET /candidates').at(-1)?.query.get('filter')).toBe(
        '{"q":"Doe","studyId":3,"verdict":"certain"}',
      );
    });
    await user.selectOptions(screen.getByLabelText(INVITE_TEXTS.shown), SHOWN_TEXTS.not);
    await waitFor(() => {
      expect(server.calls('GET /candidates').at(-1)?.query.get('filter')).toBe(
        '{"q":"Doe","studyId":3,"verdict":"not"}',
      );
    });
    await press(user, INVITE_TEXTS.send);
    const dialog = await dialogOf(INVITE_TEXTS.send);
    await user.click(within(dialog).getByRole('button', { name: INVITE_TEXTS.send }));
    await screen.findByText('1 invitation is on its way.');
    expect(server.calls('POST /invitations')[0]?.body).toEqual({
      studyId: 3,
      familyIds: [7],
      withPossible: false,
    });
  });

  test('names the families before it sends, whatever the list shows', async () => {
    const [lee, kim, doe] = [
      aCandidate(21, { familyId: 8, familyName: 'Lee' }),
      aCandidate(22, { familyId: 9, familyName: 'Kim' }),
      aCandidate(23),
    ];
    const server = serve({
      ...PAGE,
      'POST /invitations': { body: { queued: 1, refused: [] } },
      'GET /candidates': ({ query }) => {
        const asked = query.get('filter') ?? '';
        if (asked.includes('"not"')) return { body: [], total: 0 };
        return asked.includes('possible')
          ? { body: [lee, kim, doe], total: 26 }
          : { body: [lee, { ...lee, id: 24 }, kim], total: 3 };
      },
    });
    const { user } = await opened('/invite?id=3&show=not', 'Blocks 3');
    const send = async (families: string, line: string, withPossible = false): Promise<unknown> => {
      await press(user, INVITE_TEXTS.send);
      const dialog = within(await dialogOf(INVITE_TEXTS.send));
      await enter(user, 'take', families);
      if (withPossible) {
        await user.click(dialog.getByRole('checkbox', { name: INVITE_TEXTS.withPossible }));
      }
      await dialog.findByText(line);
      await user.click(dialog.getByRole('button', { name: INVITE_TEXTS.send }));
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).toBeNull();
      });
      return server.calls('POST /invitations').at(-1)?.body;
    };
    // The server must not replace a family that someone else has invited meanwhile.
    expect(await send('6', 'To: Lee, Kim.')).toMatchObject({ familyIds: [8, 9] });
    expect(await send('1', 'To: Lee.')).toMatchObject({ familyIds: [8] });
    expect(await send('3', 'To: Lee, Kim, Doe.', true)).toMatchObject({ familyIds: [8, 9, 7] });
    // Not all are known, so the dialog doesn't promise who they are.
    const line = 'First on the list now: Lee, Kim, Doe and 9 more.';
    expect(await send('12', line, true)).toEqual({ studyId: 3, take: 12, withPossible: true });
  });

  test('sends nothing before the families are named', async () => {
    const { late, release } = aLateAnswer();
    const server = serve({
      ...PAGE,
      'GET /candidates': ({ query }) =>
        query.get('range') === '[0,24]' ? PAGE['GET /candidates'] : late,
      'POST /invitations': { body: { queued: 1, refused: [] } },
    });
    const { user } = await opened('/invite?id=3', 'Blocks 3');
    await rowsShown(1);
    await press(user, INVITE_TEXTS.send);
    const dialog = within(await dialogOf(INVITE_TEXTS.send));
    const send = dialog.getByRole('button', { name: INVITE_TEXTS.send });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    await user.click(send);
    release(PAGE['GET /candidates']);
    await dialog.findByText('To: Doe.');
    expect(server.calls('POST /invitations')).toEqual([]);
    await user.click(send);
    await screen.findByText('1 invitation is on its way.');
    expect(server.calls('POST /invitations')[0]?.body).toMatchObject({ familyIds: [7] });
  });

  test('names no families for an invalid number', async () => {
    serve({ ...PAGE });
    const { user } = await opened('/invite?id=3', 'Blocks 3');
    await press(user, INVITE_TEXTS.send);
    const dialog = within(await dialogOf(INVITE_TEXTS.send));
    for (const wrong of ['99999', '0', '-1', '1.5']) {
      await enter(user, 'take', '1');
      await dialog.findByText('To: Doe.');
      await enter(user, 'take', wrong);
      expect(dialog.queryByText(/Doe/)).toBeNull();
    }
  });

  test('shows the email as parents get it', async () => {
    serve({ ...PAGE });
    await opened('/invite?id=3', 'Blocks 3');
    await screen.findByText('We build.');
    expect(section(INVITE_TEXTS.letter).textContent).toContain('Invitation: Building');
  });

  test('lists the children at a step of the funnel', async () => {
    const server = serve({ ...PAGE });
    await opened('/invite?id=3&show=contactable', 'Blocks 3');
    await rowsShown(1);
    expect(server.calls('GET /candidates')[0]?.query.get('filter')).toBe(
      '{"studyId":3,"step":"contactable"}',
    );
  });

  test('opens without a study', async () => {
    serve({ ...PAGE });
    await opened('/invite', INVITE_TEXTS.heading);
  });
});
