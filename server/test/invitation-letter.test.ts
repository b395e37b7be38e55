import { describe, expect, test } from 'vitest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { Child } from '../src/children/child.entity.js';
import { Family } from '../src/families/family.entity.js';
import { Guardian } from '../src/guardians/guardian.entity.js';
import { Invitation } from '../src/studies/invitation.entity.js';
import type { Slot } from '../src/studies/slot.entity.js';
import { beginLetterTrial } from './letter-trial.js';
import { signIn } from './staff.js';
import { API } from './staff-records.js';
import { storeFamily } from './stored-families.js';

const trial = beginLetterTrial();
const fill = ({ id }: Slot): Promise<unknown> =>
  trial.product.dataSource.query('UPDATE slots SET taken = seats WHERE id = $1', [id]);

describe('the invitation', () => {
  test('names the children, the study, its place and dates, with links to answer and to unsubscribe', async () => {
    const mail = await trial.only();

    const token = await trial.lab.token(trial.invitation);
    const page = (path: string): string => `http://localhost:3000/kidlab-reg${path}?guid=${token}`;
    expect(mail.subject).toBe('Invitation: Building with blocks');
    for (const line of [
      'Hello Alex,',
      'Maya and Noah are invited to a test session at Kid Lab.',
      'Your child builds.',
      'It is <fun>.',
      'Where: Room 2 & garden',
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

  test('greets a family without guardians, too', async () => {
    const { manager } = trial.product.dataSource;
    await manager.delete(Guardian, { familyId: trial.invitation.familyId });
    expect((await trial.only()).text).toContain('Hello there,');
  });

  test('does not name a child who may no longer be invited', async () => {
    const [, noah = 0] = await trial.childIds();
    const { manager } = trial.product.dataSource;
    await manager.update(Child, { id: noah }, { disabledIndicator: 'Y' });
    const { text } = await trial.only();
    expect(text).toContain('Maya is invited to a test session at Kid Lab.');
    expect(text).not.toContain('Noah');
  });

  test('can be answered for a week, but not after the last cut-off', async () => {
    await trial.deliver();
    const sentAt = trial.product.clock.now();
    expect(await trial.lab.read(trial.invitation)).toMatchObject({
      state: 'sent',
      sentAt,
      expiresAt: new Date('2026-11-27T18:00:00Z'),
    });

    const other = await storeFamily(trial.product, { children: [{}] });
    trial.product.clock.set(new Date('2026-12-03T18:00:00Z'));
    const late = await trial.lab.invite(trial.study, other);
    const mail = await trial.only();
    expect((await trial.lab.read(late)).expiresAt).toEqual(new Date('2026-12-05T17:30:00Z'));
    expect(mail.text).toContain('Saturday, December 5');
  });

  test('asks for an answer before the last of its dates closes', async () => {
    await fill(trial.second);
    trial.product.clock.set(new Date('2026-12-03T18:00:00Z'));
    const { text } = await trial.only();
    expect(text).toContain('Please answer by Friday, December 4, 2026, 9:30 AM.');
    expect(text).toContain('there are seats on this date:');
    const { expiresAt } = await trial.lab.read(trial.invitation);
    expect(expiresAt).toEqual(new Date('2026-12-05T17:30:00Z'));
  });

  test.each<[string, () => unknown]>([
    [
      'is canceled',
      () => {
        const cancelled = { cancelledAt: trial.product.clock.now(), cancelReason: 'Snow.' };
        return trial.lab.change(trial.first, cancelled, []);
      },
    ],
    ['is full', () => fill(trial.first)],
    ['has had its cut-off', () => trial.product.clock.set(new Date('2026-12-04T17:30:00Z'))],
  ])('does not list a date that %s', async (_, end) => {
    await end();
    const { text } = await trial.only();
    expect(text).not.toContain('Saturday, December 5, 2026, 9:30 AM to');
    expect(text).toContain('Sunday, December 6, 2026, 9:30 AM to');
  });

  test('lists a date with a free seat even if a waiting family cannot use it', async () => {
    await trial.product.dataSource.query('UPDATE slots SET waiting = 1 WHERE id = $1', [
      trial.first.id,
    ]);
    const { text } = await trial.only();
    expect(text).toContain('December 5');
    expect(text).toContain('December 6');
  });

  test('is not sent once it has been withdrawn', async () => {
    await trial.product.dataSource.manager.update(
      Invitation,
      { id: trial.invitation.id },
      { state: 'withdrawn', withdrawnReason: 'staff' },
    );
    expect(await trial.deliver()).toEqual([]);
    expect(await trial.states('invitation')).toEqual(['withdrawn']);
  });

  test('is withdrawn when no date is left', async () => {
    trial.product.clock.set(new Date('2026-12-05T17:30:00Z'));
    expect(await trial.deliver()).toEqual([]);
    expect(await trial.states('invitation')).toEqual(['withdrawn']);
    expect(await trial.lab.read(trial.invitation)).toMatchObject({
      state: 'withdrawn',
      withdrawnReason: 'nothing-left',
    });
  });

  test('is sent to the address that the family has at that time', async () => {
    await trial.update({ email: 'new@example.org' });
    const { to } = await trial.only();
    expect(Array.isArray(to) ? null : to?.text).toBe('new@example.org');
    expect((await trial.messages('invitation'))[0]?.toAddress).toBe('new@example.org');
  });

  test('marks an address that is refused permanently, and a retry clears the mark', async () => {
    trial.product.mailServer.refuseWith = () => '5.1.1 no such user';
    await trial.deliver();
    const undeliverable = async (): Promise<unknown> =>
      (await trial.product.dataSource.manager.findOneByOrFail(Family, { id: trial.family.id }))
        .undeliverableAt;
    expect(await undeliverable()).toEqual(trial.product.clock.now());
    expect(await trial.states('invitation')).toEqual(['failed']);
    expect(await trial.lab.read(trial.invitation)).toMatchObject({
      state: 'withdrawn',
      withdrawnReason: 'undeliverable',
      sentAt: null,
    });
    const withdrawn = { action: 'invitation.withdrawn', familyGuid: trial.family.guid };
    expect(await trial.product.dataSource.manager.findBy(AuditEvent, withdrawn)).toMatchObject([
      { after: { withdrawnReason: 'undeliverable' } },
    ]);

    trial.product.mailServer.refuseWith = null;
    const browser = await signIn(trial.product);
    const [failed] = await trial.messages('invitation');
    await browser.post(`${API}/mails/${String(failed?.id)}/retry`).expect(200);
    expect(await undeliverable()).toBeNull();
    expect(await trial.deliver()).toHaveLength(1);
    expect(await trial.lab.read(trial.invitation)).toMatchObject({ state: 'sent' });
  });

  test('is deleted with its family', async () => {
    await trial.product.dataSource.manager.delete(Family, { id: trial.family.id });
    expect(await trial.deliver()).toEqual([]);
    expect(await trial.messages('invitation')).toEqual([]);
  });
});
