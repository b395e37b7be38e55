import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import ICAL from 'ical.js';
import type { ParsedMail } from 'mailparser';

import { Child } from '../src/children/child.entity.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { FamilyListenersService } from '../src/families/family-listeners.service.js';
import { Family } from '../src/families/family.entity.js';
import { InvitationLinksService } from '../src/studies/invitations/invitation-links.service.js';
import { Invitation } from '../src/studies/invitation.entity.js';
import type { Slot } from '../src/studies/slot.entity.js';
import type { Study } from '../src/studies/study.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { StoredInvitations } from './stored-invitations.js';
import { signIn } from './staff.js';
import { API } from './staff-records.js';
import { storeFamily } from './stored-families.js';

let product: TestApp;
let lab: StoredInvitations;
let study: Study;
let first: Slot;
let second: Slot;
let family: Family;
let invitation: Invitation;

beforeAll(async () => {
  product = await startTestApp({ MAIL_FROM: 'Kid Lab <kidlab@lab.example.org>' });
  lab = new StoredInvitations(product);
});
afterAll(() => product.stop());

beforeEach(async () => {
  product.clock.set(new Date('2026-11-20T18:00:00Z'));
  await product.dataSource.getRepository(Family).deleteAll();
  product.mailServer.mails.length = 0;
  product.mailServer.refuseWith = null;
  study = await lab.study({
    place: 'Room 2 & garden',
    letter: 'Your child builds.\n\nIt is <fun>.',
  });
  first = await lab.slot(study, '2026-12-05T17:30:00Z');
  second = await lab.slot(study, '2026-12-06T17:30:00Z');
  family = await storeFamily(product, {
    children: [{ firstName: 'Maya' }, { firstName: 'Noah' }],
  });
  invitation = await lab.invite(study, family);
});

const mails = (): ParsedMail[] => product.mailServer.mails;
const messages = (kind: string): Promise<OutboxMessage[]> =>
  product.dataSource.manager.find(OutboxMessage, { where: { kind }, order: { id: 'ASC' } });
const states = async (kind: string): Promise<string[]> =>
  (await messages(kind)).map(({ state }) => state);
const update = (change: Partial<Family>): Promise<unknown> =>
  product.dataSource.manager.update(Family, { id: family.id }, change);
const childIds = async (): Promise<number[]> =>
  (await product.dataSource.manager.find(Child, { order: { id: 'ASC' } })).map(({ id }) => id);
/** Delivers all that is due; only the mails of this delivery are kept. */
async function deliver(): Promise<ParsedMail[]> {
  mails().length = 0;
  await product.deliver();
  return mails();
}
async function only(): Promise<ParsedMail> {
  const [mail, ...others] = await deliver();
  if (mail === undefined) throw new Error('there is no mail');
  expect(others).toEqual([]);
  return mail;
}
/** What each calendar file of a mail says. */
function events({ attachments }: ParsedMail): unknown[] {
  return attachments.map(({ content, contentType }) => {
    const text = content.toString();
    expect(text).not.toMatch(/Maya|Noah|guid=/);
    const calendar = new ICAL.Component(ICAL.parse(text) as []);
    const [event, ...others] = calendar.getAllSubcomponents('vevent');
    expect(others).toEqual([]);
    const read = (name: string): string => String(event?.getFirstPropertyValue(name));
    return {
      contentType,
      method: calendar.getFirstPropertyValue('method'),
      uid: read('uid'),
      sequence: Number(read('sequence')),
      status: read('status'),
      start: read('dtstart'),
      end: read('dtend'),
    };
  });
}
const uid = ({ id }: Slot): string =>
  `invitation-${String(invitation.id)}-slot-${String(id)}@lab.example.org`;

describe('the invitation', () => {
  test('names the study, its place and its dates, and leads to the answer and out', async () => {
    const mail = await only();

    const token =
      product.app.get(InvitationLinksService).tokenFor(await lab.read(invitation)) ?? '';
    const page = (path: string): string => `http://localhost:3000/kidlab-reg${path}?guid=${token}`;
    expect(mail.subject).toBe('Invitation: Building with blocks');
    for (const line of [
      'Hello Alex,',
      'Your child builds.',
      'It is <fun>.',
      'Place: Room 2 & garden',
      'Saturday, December 5, 2026, 9:30 AM to 10:30 AM',
      'Sunday, December 6, 2026, 9:30 AM to 10:30 AM',
      page('/invitation'),
      page('/unsubscribe'),
    ]) {
      expect(mail.text?.split('\n')).toContain(line);
    }
    expect(mail.text).toContain('Please answer by Friday, November 27, 2026, 10:00 AM.');
    expect(mail.html).toContain('It is &lt;fun&gt;.');
    expect(mail.html).toContain(`href="${page('/invitation')}"`);
    const line = (name: string): unknown =>
      mail.headerLines.find(({ key }) => key === name)?.line.replace(/\r?\n/g, '');
    expect(line('list-unsubscribe')).toBe(`List-Unsubscribe: <${page('/unsubscribe')}>`);
    expect(line('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mail.attachments).toEqual([]);
  });

  test('may be answered for a week, at most until the last cut-off', async () => {
    await deliver();
    const sentAt = product.clock.now();
    expect(await lab.read(invitation)).toMatchObject({
      state: 'sent',
      sentAt,
      clearedAt: sentAt,
      expiresAt: new Date('2026-11-27T18:00:00Z'),
    });

    const other = await storeFamily(product, { children: [{}] });
    product.clock.set(new Date('2026-12-03T18:00:00Z'));
    const late = await lab.invite(study, other);
    const mail = await only();
    expect((await lab.read(late)).expiresAt).toEqual(new Date('2026-12-05T17:30:00Z'));
    expect(mail.text).toContain('Saturday, December 5');
  });

  test('tells no date that is full, over or canceled', async () => {
    await lab.change(first, { cancelledAt: product.clock.now(), cancelReason: 'Snow.' }, []);
    const { text } = await only();
    expect(text).not.toContain('December 5');
    expect(text).toContain('December 6');
  });

  test('tells no date for whose seats others wait', async () => {
    await product.dataSource.query('UPDATE slots SET waiting = 1 WHERE id = $1', [first.id]);
    const { text } = await only();
    expect(text).not.toContain('December 5');
    expect(text).toContain('December 6');
  });

  test('is not sent once it was withdrawn', async () => {
    await product.dataSource.manager.update(
      Invitation,
      { id: invitation.id },
      { state: 'withdrawn', withdrawnReason: 'staff' },
    );
    expect(await deliver()).toEqual([]);
    expect(await states('invitation')).toEqual(['withdrawn']);
  });

  test('is withdrawn when no date is left', async () => {
    product.clock.set(new Date('2026-12-05T17:30:00Z'));
    expect(await deliver()).toEqual([]);
    expect(await states('invitation')).toEqual(['withdrawn']);
    expect(await lab.read(invitation)).toMatchObject({
      state: 'withdrawn',
      withdrawnReason: 'nothing-left',
    });
  });

  test('goes to the address that the family has when it leaves', async () => {
    await update({ email: 'new@example.org' });
    const { to } = await only();
    expect(Array.isArray(to) ? null : to?.text).toBe('new@example.org');
    expect((await messages('invitation'))[0]?.toAddress).toBe('new@example.org');
  });

  test('marks an address that is refused for good; another try takes the mark away', async () => {
    product.mailServer.refuseWith = () => '5.1.1 no such user';
    await deliver();
    const undeliverable = async (): Promise<unknown> =>
      (await product.dataSource.manager.findOneByOrFail(Family, { id: family.id })).undeliverableAt;
    expect(await undeliverable()).toEqual(product.clock.now());
    expect(await states('invitation')).toEqual(['failed']);
    expect(await lab.read(invitation)).toMatchObject({
      state: 'withdrawn',
      withdrawnReason: 'undeliverable',
      clearedAt: null,
      sentAt: null,
    });

    product.mailServer.refuseWith = null;
    const browser = await signIn(product);
    const [failed] = await messages('invitation');
    await browser.post(`${API}/mails/${String(failed?.id)}/retry`).expect(200);
    expect(await undeliverable()).toBeNull();
    expect(await deliver()).toHaveLength(1);
    expect(await lab.read(invitation)).toMatchObject({ state: 'sent' });
  });

  test('goes with its study and with its family', async () => {
    await product.dataSource.manager.delete(Family, { id: family.id });
    expect(await deliver()).toEqual([]);
    expect(await messages('invitation')).toEqual([]);
  });
});

describe('another address of the family', () => {
  const move = (): Promise<void> =>
    product.dataSource.transaction(async (manager) => {
      await manager.update(Family, { id: family.id }, { email: 'new@example.org' });
      const moved = await manager.findOneByOrFail(Family, { id: family.id });
      await product.app.get(FamilyListenersService, { strict: false }).emailChanged(manager, moved);
    });
  const links = (): InvitationLinksService => product.app.get(InvitationLinksService);
  const recipients = (): unknown[] =>
    mails().map(({ to }) => (Array.isArray(to) ? null : to?.text));

  test('ends the mailed link; an invitation without an answer is mailed anew', async () => {
    await deliver();
    const before = links().tokenFor(await lab.read(invitation)) ?? '';
    await move();
    await deliver();
    expect(recipients()).toEqual(['new@example.org']);
    const { manager } = product.dataSource;
    expect(await links().find(manager, before)).toBeNull();
    const after = links().tokenFor(await lab.read(invitation)) ?? '';
    expect(mails()[0]?.text).toContain(after);
    expect((await links().find(manager, after))?.state).toBe('sent');
  });

  test('brings the seats that the family has', async () => {
    await deliver();
    await lab.answer(invitation, 'accepted', first);
    await product.dataSource.manager.update(
      Invitation,
      { id: invitation.id },
      { answeredAt: product.clock.now() },
    );
    await deliver();
    await move();
    const mail = await only();
    expect(recipients()).toEqual(['new@example.org']);
    expect(mail.subject).toBe('You have a seat: Building with blocks');
    expect(mail.text).toContain(links().tokenFor(await lab.read(invitation)) ?? '');
    expect(events(mail)[0]).toMatchObject({ method: 'REQUEST', uid: uid(first), sequence: 1 });
  });
});

describe('the letter on a place', () => {
  beforeEach(() => deliver());

  test('tells of a seat, with the calendar file of its slot', async () => {
    await lab.answer(invitation, 'accepted', first);
    const mail = await only();
    expect(mail.subject).toBe('You have a seat: Building with blocks');
    expect(mail.text).toContain(
      'A seat is kept for Maya and Noah: Saturday, December 5, 2026, 9:30 AM to 10:30 AM.',
    );
    expect(mail.text).toContain('Place: Room 2 & garden');
    const event = {
      method: 'REQUEST',
      uid: uid(first),
      sequence: 1,
      status: 'CONFIRMED',
      start: '2026-12-05T17:30:00Z',
      end: '2026-12-05T18:30:00Z',
    };
    expect(events(mail)).toEqual([
      { contentType: 'text/calendar', ...event },
      { contentType: 'application/ics', ...event },
    ]);
    const part = product.mailServer.mails[0]?.attachments[0]?.headers.get('content-type');
    expect(part).toMatchObject({ value: 'text/calendar', params: { method: 'REQUEST' } });
  });

  test('tells who waits, without a calendar file', async () => {
    await lab.answer(invitation, 'waitlisted', first);
    const mail = await only();
    expect(mail.subject).toBe('You are on the waiting list: Building with blocks');
    expect(mail.text).toContain('The waiting list has Maya and Noah: Saturday, December 5');
    expect(mail.attachments).toEqual([]);
  });

  test('tells of a new time, and of a cancellation with its reason, under the same name in calendars', async () => {
    await lab.answer(invitation, 'accepted', first);
    await deliver();
    const startsAt = new Date('2026-12-05T20:30:00Z');
    const endsAt = new Date('2026-12-05T21:30:00Z');
    await lab.change(first, { startsAt, endsAt }, [invitation]);
    const moved = await only();
    expect(moved.subject).toBe('New time: Building with blocks');
    expect(moved.text).toContain(
      'The new time for Maya and Noah: Saturday, December 5, 2026, 12:30 PM to 1:30 PM.',
    );
    expect(events(moved)[0]).toMatchObject({
      method: 'REQUEST',
      uid: uid(first),
      sequence: 2,
      start: '2026-12-05T20:30:00Z',
    });

    const cancelled = { cancelledAt: product.clock.now(), cancelReason: 'Snow & ice.' };
    await lab.change(first, cancelled, []);
    await lab.answer(invitation, 'cancelled_by_lab', first);
    const last = await only();
    expect(last.subject).toBe('Canceled: Building with blocks');
    expect(last.text).toContain('Saturday, December 5, 2026, 12:30 PM to 1:30 PM. Snow & ice.');
    expect(events(last)[0]).toMatchObject({
      contentType: 'text/calendar',
      method: 'CANCEL',
      uid: uid(first),
      sequence: 4,
      status: 'CANCELLED',
    });
  });

  test('takes a slot out of the calendar once, for siblings who part and for those who cancel', async () => {
    const [maya = 0, noah = 0] = await childIds();
    await lab.answer(invitation, 'accepted', first);
    await deliver();
    await lab.answer(invitation, 'accepted', second, [noah]);
    expect(events(await only())).toMatchObject([
      { method: 'REQUEST', uid: uid(first) },
      { method: 'REQUEST', uid: uid(second) },
      { contentType: 'application/ics', uid: uid(first) },
    ]);
    await lab.answer(invitation, 'cancelled_by_parent', first, [maya]);
    const mail = await only();
    expect(mail.text).toContain('As you asked, this session is canceled for Maya: Saturday');
    expect(mail.text).toContain('A seat is kept for Noah: Sunday, December 6');
    expect(events(mail)).toMatchObject([
      { method: 'REQUEST', uid: uid(second) },
      { method: 'CANCEL', uid: uid(first) },
      { contentType: 'application/ics', uid: uid(second) },
    ]);
    await lab.answer(invitation, 'accepted', second, [maya]);
    expect(events(await only())).toMatchObject([
      { method: 'REQUEST', uid: uid(second) },
      { contentType: 'application/ics' },
    ]);
  });

  test('gives way to a newer one, and is queued once for each change', async () => {
    await lab.answer(invitation, 'waitlisted', first);
    await lab.answer(invitation, 'accepted', first);
    const mail = await only();
    expect(mail.subject).toBe('You have a seat: Building with blocks');
    expect(await states('place')).toEqual(['withdrawn', 'sent']);
  });

  test.each<[string, Partial<Family>, number]>([
    ['may not be invited any more', { okayToContactIndicator: 'N', pausedUntil: '2027-06-01' }, 1],
    ['is disabled', { disabledIndicator: 'Y' }, 0],
  ])('of a family that %s', async (_, change, expected) => {
    await lab.answer(invitation, 'accepted', first);
    await update(change);
    expect(await deliver()).toHaveLength(expected);
  });
});

describe('the reminder', () => {
  const TWO_DAYS_BEFORE = new Date('2026-12-03T17:30:00Z');
  beforeEach(async () => {
    await deliver();
    await lab.answer(invitation, 'accepted', first);
    await deliver();
  });

  test('waits for its date, two days before', async () => {
    expect(await messages('reminder')).toMatchObject([
      { state: 'pending', notBefore: TWO_DAYS_BEFORE, nextAttemptAt: TWO_DAYS_BEFORE },
    ]);
    product.clock.set(new Date(TWO_DAYS_BEFORE.getTime() - 1));
    expect(await deliver()).toEqual([]);

    product.clock.set(TWO_DAYS_BEFORE);
    const mail = await only();
    expect(mail.subject).toBe('Reminder: Building with blocks on Saturday, December 5');
    expect(mail.text).toContain('A seat is kept for Maya and Noah: Saturday, December 5, 2026');
    expect(mail.attachments).toEqual([]);
  });

  test('is withdrawn when the seat is gone', async () => {
    await lab.answer(invitation, 'cancelled_by_parent', first);
    await deliver();
    product.clock.set(TWO_DAYS_BEFORE);
    expect(await deliver()).toEqual([]);
    expect(await states('reminder')).toEqual(['withdrawn']);
  });

  test('comes at another date when the slot was moved', async () => {
    const startsAt = new Date('2026-12-09T17:30:00Z');
    const endsAt = new Date('2026-12-09T18:30:00Z');
    await lab.change(first, { startsAt, endsAt }, [invitation]);
    await deliver();
    product.clock.set(TWO_DAYS_BEFORE);
    expect(await deliver()).toEqual([]);
    product.clock.set(new Date('2026-12-07T17:30:00Z'));
    expect((await only()).subject).toBe('Reminder: Building with blocks on Wednesday, December 9');
    expect(await states('reminder')).toEqual(['withdrawn', 'sent']);
  });

  test('comes to a family that may not be invited any more: it has its seat', async () => {
    await update({ pausedUntil: '2027-06-01', okayToContactIndicator: 'N' });
    product.clock.set(TWO_DAYS_BEFORE);
    expect(await deliver()).toHaveLength(1);
  });

  test.each<[string, () => Promise<unknown>, Date]>([
    ['to a disabled family', () => update({ disabledIndicator: 'Y' }), TWO_DAYS_BEFORE],
    ['after the start', () => Promise.resolve(), new Date('2026-12-05T17:30:00Z')],
  ])('is not sent %s', async (_, happens, at) => {
    await happens();
    product.clock.set(at);
    expect(await deliver()).toEqual([]);
    expect(await states('reminder')).toEqual(['withdrawn']);
  });

  test('is not queued when its date has come: the letter on the seat has just said it all', async () => {
    product.clock.set(new Date('2026-12-04T18:00:00Z'));
    const other = await storeFamily(product, { children: [{}] });
    const late = await lab.invite(study, other);
    await lab.answer(late, 'accepted', second);
    expect((await messages('reminder')).filter(({ familyId }) => familyId === other.id)).toEqual(
      [],
    );
  });
});
