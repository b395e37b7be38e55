import { beforeEach, expect } from 'vitest';
import ICAL from 'ical.js';
import type { ParsedMail } from 'mailparser';

import { Child } from '../src/children/child.entity.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { Family } from '../src/families/family.entity.js';
import type { Invitation } from '../src/studies/invitation.entity.js';
import { PlaceLetter } from '../src/studies/invitations/place.letter.js';
import type { Slot } from '../src/studies/slot.entity.js';
import type { Study } from '../src/studies/study.entity.js';
import { type TestApp, useTestApp } from './app.js';
import { storeFamily } from './stored-families.js';
import { StoredInvitations } from './stored-invitations.js';

/** A study with two sessions, and the family of Maya and Noah, whose invitation is queued. */
export class LetterTrial {
  readonly lab: StoredInvitations;
  study!: Study;
  first!: Slot;
  second!: Slot;
  family!: Family;
  invitation!: Invitation;

  constructor(readonly product: TestApp) {
    this.lab = new StoredInvitations(product);
  }

  messages(kind: string): Promise<OutboxMessage[]> {
    const { manager } = this.product.dataSource;
    return manager.find(OutboxMessage, { where: { kind }, order: { id: 'ASC' } });
  }

  async states(kind: string): Promise<string[]> {
    return (await this.messages(kind)).map(({ state }) => state);
  }

  update(change: Partial<Family>): Promise<unknown> {
    return this.product.dataSource.manager.update(Family, { id: this.family.id }, change);
  }

  async childIds(): Promise<number[]> {
    const { manager } = this.product.dataSource;
    return (await manager.find(Child, { order: { id: 'ASC' } })).map(({ id }) => id);
  }

  /** Delivers everything that is due. Only the mails of this delivery are kept. */
  async deliver(): Promise<ParsedMail[]> {
    const { mails } = this.product.mailServer;
    mails.length = 0;
    await this.product.deliver();
    return mails;
  }

  async only(): Promise<ParsedMail> {
    const [mail, ...others] = await this.deliver();
    if (mail === undefined) throw new Error('there is no mail');
    expect(others).toEqual([]);
    return mail;
  }

  /**
   * Composes the queued letter about seats, as if it were being sent.
   * @returns a function that records its delivery
   */
  async sendPlace(): Promise<() => Promise<void>> {
    const { app, dataSource, clock } = this.product;
    const letter = app.get(PlaceLetter);
    const message = (await this.messages('place')).at(-1);
    if (message === undefined) throw new Error('no letter is in the queue');
    const content = await dataSource.transaction((manager) => letter.compose(message, manager));
    expect(content).not.toBeNull();
    return () => dataSource.transaction((manager) => letter.onSent(message, clock.now(), manager));
  }

  uid({ id }: Slot): string {
    return `invitation-${String(this.invitation.id)}-slot-${String(id)}@lab.example.org`;
  }
}

/** Starts a new trial before each test, on November 20, 2026, at 10:00 lab time. */
export function beginLetterTrial(): LetterTrial {
  const trial = new LetterTrial(useTestApp({ MAIL_FROM: 'Kid Lab <kidlab@lab.example.org>' }));
  beforeEach(async () => {
    const { product, lab } = trial;
    product.clock.set(new Date('2026-11-20T18:00:00Z'));
    await product.dataSource.getRepository(Family).deleteAll();
    product.mailServer.mails.length = 0;
    product.mailServer.refuseWith = null;
    trial.study = await lab.study({
      place: 'Room 2 & garden',
      letter: 'Your child builds.\n\nIt is <fun>.',
    });
    trial.first = await lab.slot(trial.study, '2026-12-05T17:30:00Z');
    trial.second = await lab.slot(trial.study, '2026-12-06T17:30:00Z');
    trial.family = await storeFamily(product, {
      children: [{ firstName: 'Maya' }, { firstName: 'Noah' }],
    });
    trial.invitation = await lab.invite(trial.study, trial.family);
  });
  return trial;
}

/** The event in each calendar file of a mail. */
export function eventsOf({ attachments }: ParsedMail): unknown[] {
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
