import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { drain } from '../../test/drain.js';
import { FakeClock } from '../../test/fake-clock.js';
import { startMailServer } from '../../test/mail-server.js';
import { type MailProcess, MailTrial } from '../../test/mail-trial.js';
import { DISPATCH, RETRY } from './mail-times.js';
import { PermanentMailError, TemporaryMailError } from './mail-transport.js';
import { OutboxMessage } from './outbox-message.entity.js';
import { Outbox } from './outbox.repository.js';
import { SmtpTransport } from './transports/smtp-transport.js';

let trial: MailTrial;
let one: MailProcess;

beforeEach(async () => {
  trial = await MailTrial.begin();
  one = await trial.startProcess();
});
afterEach(async () => {
  await trial.end();
  expect(trial.logged.join('\n')).not.toMatch(/@|parent|Maya/);
});

describe('a message that may no longer be sent', () => {
  it('is withdrawn', async () => {
    one.letter.content = null;
    await trial.enqueue();
    expect(await drain(one.worker)).toBe(0);
    expect(await trial.message()).toMatchObject({ state: 'withdrawn', attempts: 0, sentAt: null });
    expect(one.transport.mails).toEqual([]);
  });

  it.each(['while its letter is written', 'while it is handed over'])(
    'may be erased %s',
    async (when) => {
      await trial.enqueue();
      const erase = async (): Promise<void> => {
        await one.dataSource.query('DELETE FROM outbox_messages');
      };
      if (when === 'while its letter is written') one.letter.onCompose = erase;
      else one.transport.play = erase;
      expect(await drain(one.worker)).toBe(0);
      expect(await trial.messages()).toEqual([]);
    },
  );
});

describe('a failure', () => {
  it('is retried with growing pauses for a day', async () => {
    one.transport.play = () => Promise.reject(new TemporaryMailError('451 later', false));
    await trial.enqueue();
    await drain(one.worker);
    const first = await trial.message();
    expect(first).toMatchObject({ state: 'pending', attempts: 1, serverAnswer: '451 later' });
    const pause = first.nextAttemptAt.getTime() - trial.clock.now().getTime();
    expect(pause).toBeGreaterThanOrEqual(RETRY.firstPauseMs * (1 - RETRY.jitter));
    expect(pause).toBeLessThanOrEqual(RETRY.firstPauseMs);

    trial.clock.set(new Date(first.nextAttemptAt.getTime() - 1));
    await drain(one.worker);
    expect(await trial.message()).toMatchObject({ attempts: 1 });

    trial.clock.set(first.nextAttemptAt);
    await drain(one.worker);
    const second = await trial.message();
    expect(second).toMatchObject({ state: 'pending', attempts: 2 });
    expect(second.nextAttemptAt.getTime() - trial.clock.now().getTime()).toBeGreaterThan(
      RETRY.firstPauseMs,
    );

    trial.clock.set(new Date(first.createdAt.getTime() + RETRY.giveUpAfterMs));
    await drain(one.worker);
    expect(await trial.message()).toMatchObject({
      state: 'failed',
      attempts: 3,
      serverAnswer: '451 later',
      sentAt: null,
    });
    expect(one.letter.failed).toEqual([null]);
  });

  it('is not given up early by a server whose clock is ahead', async () => {
    const clock = new FakeClock();
    const ahead = await trial.startProcess({ clock });
    clock.advance({ hours: 25 });
    ahead.transport.play = () => Promise.reject(new TemporaryMailError('451 later', false));
    await trial.enqueue();
    await drain(ahead.worker);
    expect(await trial.message()).toMatchObject({ state: 'pending', attempts: 1 });
  });

  it('is given up a day after the letter’s scheduled date', async () => {
    one.transport.play = () => Promise.reject(new TemporaryMailError('451 later', false));
    const notBefore = new Date(trial.clock.now().getTime() + 3 * RETRY.giveUpAfterMs);
    const mail = { kind: 'trial', dedupeKey: 'later', toAddress: 'parent@example.org', notBefore };
    await one.outbox.enqueue(one.dataSource.manager, mail);

    trial.clock.set(new Date(notBefore.getTime() - 1));
    await drain(one.worker);
    expect(await trial.message()).toMatchObject({ state: 'pending', attempts: 0 });

    trial.clock.set(notBefore);
    await drain(one.worker);
    expect(await trial.message()).toMatchObject({ state: 'pending', attempts: 1 });

    trial.clock.set(new Date(notBefore.getTime() + RETRY.giveUpAfterMs));
    await drain(one.worker);
    expect(await trial.message()).toMatchObject({ state: 'failed', attempts: 2 });
  });

  it('that is permanent fails the message immediately, with the server’s response', async () => {
    one.transport.play = () => Promise.reject(new PermanentMailError('550 no such user'));
    await trial.enqueue();
    expect(await drain(one.worker)).toBe(0);
    expect(await trial.message()).toMatchObject({
      state: 'failed',
      attempts: 1,
      serverAnswer: '550 no such user',
    });
    expect(one.letter.sent).toEqual([]);
  });

  it('to compose a letter is retried, without storing its cause', async () => {
    one.letter.onCompose = () => Promise.reject(new Error('Maya, parent1@example.org'));
    await trial.enqueue();
    await drain(one.worker);
    const { state, serverAnswer } = await trial.message();
    expect(state).toBe('pending');
    expect(serverAnswer).toBe('Something went wrong on our side.');
  });

  it('for an unknown kind of message leaves it to a process that knows the kind', async () => {
    await one.outbox.enqueue(one.dataSource.manager, {
      kind: 'newer',
      dedupeKey: 'newer:1',
      toAddress: 'parent@example.org',
    });
    expect(await drain(one.worker)).toBe(0);
    expect(await trial.message()).toMatchObject({ state: 'pending', attempts: 1 });
  });

  it('after the server accepted the letter leads to a retry with the same Message-ID', async () => {
    const server = await startMailServer();
    const smtp = new SmtpTransport(server.url);
    let lose = true;
    one.transport.play = async (mail) => {
      await smtp.send(mail);
      if (!lose) return;
      lose = false;
      throw new TemporaryMailError('The answer was lost', false);
    };
    await trial.enqueue();
    expect(await drain(one.worker)).toBe(0);
    trial.clock.advance({ seconds: 5 });
    expect(await drain(one.worker)).toBe(1);
    expect(server.mails).toHaveLength(2);
    expect(server.mails[0]?.messageId).toBe(server.mails[1]?.messageId);
    smtp.close();
    await server.close();
  });

  it('of the mail server loses nothing: all mail is sent when the server is back', async () => {
    const server = await startMailServer();
    const port = Number(new URL(server.url).port);
    const smtp = new SmtpTransport(server.url);
    const other = await trial.startProcess({ transport: smtp });
    await server.close();
    await trial.enqueue(12);
    expect(await drain(other.worker)).toBe(0);
    trial.clock.advance({ hours: 3 });
    expect(await drain(other.worker)).toBe(0);
    expect(await trial.messages()).toHaveLength(12);
    const back = await startMailServer(port);
    trial.clock.advance({ minutes: 5 });
    expect(await drain(other.worker)).toBe(12);
    expect(new Set(back.mails.map((mail) => mail.messageId)).size).toBe(12);
    smtp.close();
    await back.close();
  });

  it('of the feature’s callback is retried, but never sends the letter again', async () => {
    one.letter.onSentFaults = 1;
    await trial.enqueue();
    expect(await drain(one.worker)).toBe(1);
    expect(one.letter.sent).toHaveLength(1);

    one.letter.onSentFaults = 100;
    await trial.enqueue();
    expect(await drain(one.worker)).toBe(1);
    expect((await trial.messages()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    expect(one.transport.mails).toHaveLength(2);
  });

  it('of the database after delivery is retried while the claim is valid', async () => {
    await trial.enqueue();
    one.transport.play = async () => {
      await one.dataSource.query('ALTER TABLE outbox_messages RENAME TO away');
    };
    one.pauses.onPause = () => {
      one.pauses.onPause = () => undefined;
      return one.dataSource.query('ALTER TABLE away RENAME TO outbox_messages');
    };
    expect(await drain(one.worker)).toBe(1);
    expect(await trial.message()).toMatchObject({ state: 'sent' });
  });
});

describe('a dead or slow process', () => {
  it('leaves its messages to others when its lease expires', async () => {
    await trial.enqueue();
    const other = await trial.startProcess();
    let die = (): void => undefined;
    const handedOver = new Promise<void>((resolve) => {
      other.transport.play = () =>
        new Promise((_, reject) => {
          die = () => {
            reject(new TemporaryMailError('too late', false));
          };
          resolve();
        });
    });
    const dying = drain(other.worker);
    await handedOver;

    trial.clock.advance({ seconds: DISPATCH.leaseMs / 1_000 });
    expect(await drain(one.worker)).toBe(0);
    trial.clock.advance({ seconds: 1 });
    // It was not dead after all: its late result must not undo the other's work.
    one.transport.play = async () => {
      die();
      await dying;
      expect(await trial.message()).toMatchObject({ state: 'claimed', attempts: 0 });
    };
    expect(await drain(one.worker)).toBe(1);
    expect(await dying).toBe(0);
    expect(await trial.message()).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('does not send a letter that took too long to compose until it claims it again', async () => {
    await trial.enqueue();
    one.letter.onCompose = () => {
      one.letter.onCompose = () => Promise.resolve();
      trial.clock.advance({ seconds: (DISPATCH.leaseMs - DISPATCH.sendDeadlineMs) / 1_000 + 1 });
      return Promise.resolve();
    };
    expect(await drain(one.worker)).toBe(1);
    expect(one.transport.mails).toHaveLength(1);
    expect(await trial.message()).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('does not send a letter that took too long to compose while another sends it', async () => {
    await trial.enqueue();
    const other = await trial.startProcess();
    let finish = (): void => undefined;
    let mailing = Promise.resolve(0);
    one.letter.onCompose = async () => {
      trial.clock.advance({ seconds: DISPATCH.leaseMs / 1_000 + 1 });
      await new Promise<void>((handedOver) => {
        other.transport.play = () =>
          new Promise((done) => {
            finish = done;
            handedOver();
          });
        mailing = drain(other.worker);
      });
    };
    expect(await drain(one.worker)).toBe(0);
    expect(one.transport.mails).toEqual([]);
    finish();
    expect(await mailing).toBe(1);
  });

  it('that has lost its claim rolls back the feature’s changes', async () => {
    await trial.enqueue();
    const other = await trial.startProcess();
    one.transport.play = async () => {
      trial.clock.advance({ seconds: DISPATCH.leaseMs / 1_000 + 1 });
      expect(await drain(other.worker)).toBe(1);
    };
    one.letter.onSent = async ({ id }, _, manager) => {
      await manager.update(OutboxMessage, { id }, { serverAnswer: 'noted' });
    };
    expect(await drain(one.worker)).toBe(0);
    expect(await trial.message()).toMatchObject({ state: 'sent', serverAnswer: '250 ok' });
  });

  it('that was suspended for longer than its lease sends no duplicates', async () => {
    await trial.enqueue(20);
    const outbox = one.module.get(Outbox);
    const claim = outbox.claim.bind(outbox);
    outbox.claim = async (...how) => {
      outbox.claim = claim;
      const claimed = await claim(...how);
      trial.clock.advance({ seconds: DISPATCH.leaseMs / 1_000 + 1 });
      const other = await trial.startProcess();
      expect(await drain(other.worker)).toBe(20);
      return claimed;
    };
    expect(await drain(one.worker)).toBe(0);
    expect(one.transport.mails).toEqual([]);
    expect((await trial.messages()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array(20).fill(['sent', 1]),
    );
  });
});
