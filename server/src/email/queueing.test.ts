import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { drain } from '../../test/drain.js';
import { FakeClock } from '../../test/fake-clock.js';
import { type MailProcess, MailTrial } from '../../test/mail-trial.js';
import { DatabaseClock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import { DISPATCH } from './mail-times.js';
import { Outbox } from './outbox.repository.js';

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

describe('queueing', () => {
  it('happens in the caller’s transaction', async () => {
    const rolledBack = one.dataSource.transaction(async (manager) => {
      await one.outbox.enqueue(manager, {
        kind: 'trial',
        dedupeKey: 'undone',
        toAddress: 'parent@example.org',
      });
      throw new Error('undo');
    });
    await expect(rolledBack).rejects.toThrow('undo');
    expect(await trial.messages()).toEqual([]);
  });

  it('accepts a dedupe key once, even from twenty callers at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        one.dataSource.transaction((manager) =>
          one.outbox.enqueue(manager, {
            kind: 'trial',
            dedupeKey: 'same',
            toAddress: 'parent@example.org',
          }),
        ),
      ),
    );
    expect(await trial.messages()).toHaveLength(1);
    expect(await drain(one.worker)).toBe(1);
  });
});

describe('sending', () => {
  it('marks the message as sent, notifies its feature and stores the response', async () => {
    await trial.enqueue();
    trial.clock.advance({ minutes: 1 });
    expect(await drain(one.worker)).toBe(1);
    const sent = await trial.message();
    expect(sent).toMatchObject({
      state: 'sent',
      sentAt: trial.clock.now(),
      serverAnswer: '250 ok',
      attempts: 1,
      claimedBy: null,
      leaseUntil: null,
    });
    expect(one.letter.sent).toEqual([{ id: sent.id, at: trial.clock.now() }]);
    expect(one.transport.mails).toMatchObject([
      {
        messageId: `<${sent.id}@example.org>`,
        from: 'Kid Lab <lab@example.org>',
        to: sent.toAddress,
        subject: 'Trial',
      },
    ]);
    expect(await drain(one.worker)).toBe(0);
    expect(trial.logged).toContain(`Mail ${sent.id} (trial): sent mail`);
  });

  it('recognizes its own claim with PostgreSQL’s clock', async () => {
    const outbox = new Outbox(one.dataSource, new DatabaseClock(), trial.clock, new Randomness());
    const mail = { kind: 'trial', dedupeKey: 'real', toAddress: 'parent@example.org' };
    await outbox.enqueue(one.dataSource.manager, mail);
    const claimed = await outbox.claim(1, []);
    expect(await Promise.all(claimed.map((each) => outbox.mayStillSend(each)))).toEqual([true]);
    expect(await outbox.claim(1, [])).toEqual([]);
  });

  it('sends no duplicates from two workers that poll at once', async () => {
    const other = await trial.startProcess();
    await trial.enqueue(120);
    const counts = await Promise.all([drain(one.worker), drain(other.worker)]);
    expect(counts[0] + counts[1]).toBe(120);
    const ids = [...one.transport.mails, ...other.transport.mails].map((mail) => mail.messageId);
    expect(new Set(ids).size).toBe(120);
    expect(ids).toHaveLength(120);
  });

  it('sends no duplicate of a letter in delivery if another server’s clock is ahead', async () => {
    const clock = new FakeClock();
    const ahead = await trial.startProcess({ clock });
    clock.advance({ minutes: 5 });
    await trial.enqueue();
    one.transport.play = async () => {
      expect(await drain(ahead.worker)).toBe(0);
    };
    expect(await drain(one.worker)).toBe(1);
    expect(ahead.transport.mails).toEqual([]);
  });

  it('does not delay a letter from a server whose clock is ahead', async () => {
    const clock = new FakeClock();
    const ahead = await trial.startProcess({ clock });
    clock.advance({ minutes: 5 });
    await ahead.outbox.enqueue(ahead.dataSource.manager, {
      kind: 'trial',
      dedupeKey: 'from ahead',
      toAddress: 'parent@example.org',
    });
    expect(await drain(one.worker)).toBe(1);
  });

  it('respects the concurrency limit', async () => {
    let open = 0;
    let most = 0;
    let allSlotsTaken = (): void => undefined;
    const crowd = new Promise<void>((resolve) => {
      allSlotsTaken = resolve;
    });
    one.transport.play = async () => {
      open += 1;
      most = Math.max(most, open);
      if (open === DISPATCH.concurrency) allSlotsTaken();
      await crowd;
      open -= 1;
    };
    await trial.enqueue(35);
    expect(await drain(one.worker)).toBe(35);
    expect(most).toBe(DISPATCH.concurrency);
  });
});
