import { firstValueFrom, take, toArray } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { drain } from '../../test/drain.js';
import { type MailProcess, MailTrial, FakeTransport } from '../../test/mail-trial.js';
import { DISPATCH } from './mail-times.js';
import { TemporaryMailError } from './mail-transport.js';

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

describe('the loop', () => {
  /** Resolves when the worker has polled and pauses. */
  const atRest = (process: MailProcess): Promise<void> =>
    new Promise((resolve) => {
      process.pauses.onPause = () => {
        resolve();
      };
    });
  const mailed = (process: MailProcess, count: number): Promise<void> =>
    new Promise((resolve) => {
      process.transport.play = () => {
        if (process.transport.mails.length + 1 >= count) resolve();
        return Promise.resolve();
      };
    });

  it('sends mail that was queued before it started, and after being woken', async () => {
    await trial.enqueue(3);
    const three = mailed(one, 3);
    one.worker.start();
    await three;
    const rest = atRest(one);
    one.worker.wake();
    await rest;
    await trial.enqueue(20);
    const all = mailed(one, 23);
    one.worker.wake();
    await all;
    await one.worker.stop();
    expect((await trial.messages()).map(({ state }) => state)).toEqual(Array(23).fill('sent'));
  });

  it('polls once for a few letters, and not again when they are finished', async () => {
    const claim = vi.spyOn(one.outbox, 'claim');
    const all = firstValueFrom(one.worker.outcomes.pipe(take(3), toArray()));
    await trial.enqueue(3);
    one.worker.start();
    await all;
    await one.worker.stop();
    expect(claim).toHaveBeenCalledTimes(1);
  });

  it('sends the next letter when one is finished, after it polled with all slots taken', async () => {
    await trial.enqueue(DISPATCH.concurrency + 1);
    const finish: (() => void)[] = [];
    const allTaken = new Promise<void>((resolve) => {
      one.transport.play = () =>
        new Promise((done) => {
          finish.push(done);
          if (finish.length === DISPATCH.concurrency) resolve();
        });
    });
    one.worker.start();
    await allTaken;
    const rest = atRest(one);
    one.worker.wake();
    await rest;
    const next = mailed(one, 2);
    finish.shift()?.();
    await next;
    for (const done of finish) done();
    await one.worker.stop();
    expect(one.transport.mails).toHaveLength(DISPATCH.concurrency + 1);
  });

  it('is woken by a commit that queued mail', async () => {
    const rest = atRest(one);
    one.worker.start();
    await rest;
    const mail = mailed(one, 1);
    await one.dataSource.transaction((manager) =>
      one.outbox.enqueue(manager, {
        kind: 'trial',
        dedupeKey: 'committed',
        toAddress: 'parent@example.org',
      }),
    );
    await mail;
    await one.worker.stop();
    expect(await trial.message()).toMatchObject({ state: 'sent' });
  });

  it('polls after each pause, and so finds mail that others queued', async () => {
    const mail = mailed(one, 1);
    const queuedDuringPause = new Promise<void>((resolve) => {
      let pauses = 0;
      one.pauses.onPause = () => {
        pauses += 1;
        if (pauses === 1) void trial.enqueue().then(resolve);
      };
    });
    one.pauses.passAtOnce = true;
    one.worker.start();
    await queuedDuringPause;
    await mail;
    one.pauses.passAtOnce = false;
    await one.worker.stop();
    expect(await trial.message()).toMatchObject({ state: 'sent' });
  });

  it('survives a database error, and logs when it begins and ends', async () => {
    await trial.enqueue();
    await one.dataSource.query('ALTER TABLE outbox_messages RENAME TO away');
    const rest = atRest(one);
    one.worker.start();
    await rest;
    const secondRest = atRest(one);
    one.worker.wake();
    await secondRest;
    await one.dataSource.query('ALTER TABLE away RENAME TO outbox_messages');
    const mail = mailed(one, 1);
    one.worker.wake();
    await mail;
    await one.worker.stop();
    expect(await trial.message()).toMatchObject({ state: 'sent' });
    expect(trial.logged.filter((line) => line.includes('claimed'))).toEqual([
      expect.stringContaining('Mails could not be claimed: query failed: code 42P01'),
      expect.stringContaining('Mails can be claimed again.'),
    ]);
  });

  it('sends mail automatically after startup', async () => {
    await trial.enqueue();
    const transport = new FakeTransport();
    const mail = new Promise<void>((resolve) => {
      transport.play = () => {
        resolve();
        return Promise.resolve();
      };
    });
    const other = await trial.startProcess({ transport, autoStart: true });
    await mail;
    await other.worker.stop();
    expect(await trial.message()).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('sends other letters while one takes long', async () => {
    await trial.enqueue(DISPATCH.concurrency * 2);
    let finish = (): void => undefined;
    let handedOver = 0;
    const others = new Promise<void>((resolve) => {
      one.transport.play = () => {
        handedOver += 1;
        if (handedOver === DISPATCH.concurrency * 2) resolve();
        return handedOver > 1
          ? Promise.resolve()
          : new Promise((done) => {
              finish = done;
            });
      };
    });
    one.worker.start();
    await others;
    expect((await trial.messages()).filter(({ state }) => state === 'claimed')).not.toEqual([]);
    finish();
    await one.worker.stop();
    expect(new Set((await trial.messages()).map(({ state }) => state))).toEqual(new Set(['sent']));
  });

  it('sends two hundred letters, each once', async () => {
    await trial.enqueue(200);
    const all = mailed(one, 200);
    one.worker.start();
    await all;
    await one.worker.stop();
    expect(new Set(one.transport.mails.map(({ messageId }) => messageId)).size).toBe(200);
    expect(one.transport.mails).toHaveLength(200);
    expect((await trial.messages()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array(200).fill(['sent', 1]),
    );
  });
});

describe('shutdown', () => {
  it('finishes letters in delivery and requeues the others', async () => {
    await trial.enqueue(2);
    let finish = (): void => undefined;
    const handedOver = new Promise<void>((resolve) => {
      one.transport.play = () =>
        new Promise((done) => {
          finish = done;
          resolve();
        });
    });
    let write = (): void => undefined;
    const beingWritten = new Promise<void>((resolve) => {
      let letters = 0;
      one.letter.onCompose = () => {
        letters += 1;
        if (letters === 1) return Promise.resolve();
        resolve();
        return new Promise((done) => {
          write = done;
        });
      };
    });
    one.worker.start();
    await Promise.all([handedOver, beingWritten]);
    const stopped = one.worker.stop();
    write();
    finish();
    await stopped;
    expect((await trial.messages()).map(({ state, attempts }) => [state, attempts]).sort()).toEqual(
      [
        ['pending', 0],
        ['sent', 1],
      ],
    );
    expect(one.transport.closed).toBe(true);
    expect(await drain(one.worker)).toBe(0);
  });

  it('aborts a delivery that takes too long and requeues its letter', async () => {
    await trial.enqueue();
    const handedOver = new Promise<void>((resolve) => {
      one.transport.play = () =>
        new Promise((_, reject) => {
          one.transport.close = () => {
            reject(new TemporaryMailError('cut off', false));
          };
          resolve();
        });
    });
    one.worker.start();
    await handedOver;
    one.pauses.onPause = (ms) => {
      one.pauses.passAtOnce = ms === DISPATCH.stopGraceMs;
    };
    await one.worker.stop();
    expect(await trial.message()).toMatchObject({ state: 'pending', serverAnswer: 'cut off' });
  });
});
