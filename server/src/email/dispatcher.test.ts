import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource, type EntityManager } from 'typeorm';

import { createTestDatabase } from '../../test/database.js';
import { FakeClock } from '../../test/fake-clock.js';
import { startMailServer } from '../../test/mail-server.js';
import { Clock } from '../common/clock.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { Environment } from '../config/environment.js';
import { Secrets } from '../config/secrets.js';
import { DatabaseModule } from '../database/database.module.js';
import { DISPATCH, RETRY } from './constants.js';
import { Dispatcher, DispatcherOptions } from './dispatcher.js';
import { EmailModule } from './email.module.js';
import { type Letter, type LetterContent, LetterRegistry } from './letter.js';
import {
  MailTransport,
  type OutgoingMail,
  PermanentMailFault,
  TemporaryMailFault,
} from './mail-transport.js';
import { OutboxMessage } from './outbox-message.entity.js';
import { Outbox } from './outbox.js';
import { Pauses } from './pauses.js';
import { SmtpTransport } from './transports/smtp-transport.js';

/** Takes every mail, unless a test says otherwise. */
class PlayedTransport extends MailTransport {
  readonly mails: OutgoingMail[] = [];
  closed = false;

  constructor(public play: (mail: OutgoingMail) => Promise<void> = () => Promise.resolve()) {
    super();
  }

  override async send(mail: OutgoingMail): Promise<{ answer: string }> {
    await this.play(mail);
    this.mails.push(mail);
    return { answer: '250 ok' };
  }

  override close(): void {
    this.closed = true;
  }
}

/** Pauses that can be ended last until then, or pass at once where a test says so; others pass, and the clock with them. */
class PlayedPauses extends Pauses {
  onPause: (ms: number) => void = () => undefined;
  passAtOnce = false;

  override async pause(ms: number, signal?: AbortSignal): Promise<void> {
    this.onPause(ms);
    if (signal === undefined) clock.advance({ seconds: ms / 1_000 });
    if (signal === undefined || signal.aborted || this.passAtOnce) return;
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
  }
}

class PlayedLetter implements Letter {
  readonly kind = 'trial';
  readonly sent: { id: string; at: Date }[] = [];
  onCompose: (message: OutboxMessage, manager: EntityManager) => Promise<void> = () =>
    Promise.resolve();
  content: LetterContent | null = { subject: 'Trial', text: 'Text', html: '<p>Text</p>' };
  onSentFaults = 0;

  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    await this.onCompose(message, manager);
    return this.content;
  }

  async onSent(message: OutboxMessage, at: Date, manager: EntityManager): Promise<void> {
    await manager.query('SELECT 1');
    if (this.onSentFaults > 0) {
      this.onSentFaults -= 1;
      throw new Error('the feature has a fault');
    }
    this.sent.push({ id: message.id, at });
  }
}

/** One server process, as far as mail is concerned. */
interface Process {
  module: TestingModule;
  transport: PlayedTransport;
  pauses: PlayedPauses;
  letter: PlayedLetter;
  dispatcher: Dispatcher;
  outbox: Outbox;
  dataSource: DataSource;
}

const logged: string[] = [];
const log = (...words: unknown[]): void => {
  logged.push(words.join(' '));
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let clock: FakeClock;
let processes: Process[];
let one: Process;

interface ProcessOptions {
  transport?: MailTransport;
  autoStart?: boolean;
}

async function startProcess({
  transport = new PlayedTransport(),
  autoStart = false,
}: ProcessOptions = {}): Promise<Process> {
  const environment = new Environment({ MAIL_FROM: 'Kid Lab <lab@example.org>' });
  const pauses = new PlayedPauses();
  const letter = new PlayedLetter();
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.for(environment, new Secrets(['a secret of the tests'])),
      CommonModule,
      DatabaseModule.for(database.url),
      EmailModule,
    ],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(MailTransport)
    .useValue(transport)
    .overrideProvider(Pauses)
    .useValue(pauses)
    .overrideProvider(DispatcherOptions)
    .useValue({ autoStart })
    .setLogger({ log, warn: log, error: log })
    .compile();
  module.get(LetterRegistry).register(letter);
  await module.init();
  const process = {
    module,
    transport: transport as PlayedTransport,
    pauses,
    letter,
    dispatcher: module.get(Dispatcher),
    outbox: module.get(Outbox),
    dataSource: module.get(DataSource),
  };
  processes.push(process);
  return process;
}

let queued = 0;
async function enqueue(count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    queued += 1;
    await one.outbox.enqueue(one.dataSource.manager, {
      kind: 'trial',
      dedupeKey: `trial:${String(queued)}`,
      toAddress: `parent${String(queued)}@example.org`,
    });
  }
}

const messages = (): Promise<OutboxMessage[]> => one.dataSource.manager.find(OutboxMessage);
async function message(): Promise<OutboxMessage> {
  const [only, ...others] = await messages();
  if (only === undefined || others.length > 0) throw new Error('there should be one message');
  return only;
}

beforeEach(async () => {
  database = await createTestDatabase();
  clock = new FakeClock();
  processes = [];
  one = await startProcess();
});
afterEach(async () => {
  for (const { module } of processes) await module.close();
  await database.drop();
  expect(logged.splice(0).join('\n')).not.toMatch(/@|parent|Maya/);
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
    expect(await messages()).toEqual([]);
  });

  it('takes a dedupe key once, also from twenty callers at once', async () => {
    const answers = await Promise.all(
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
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await one.dispatcher.drain()).toBe(1);
  });
});

describe('sending', () => {
  it('marks the message, tells the feature and keeps the answer', async () => {
    await enqueue();
    clock.advance({ minutes: 1 });
    expect(await one.dispatcher.drain()).toBe(1);
    const sent = await message();
    expect(sent).toMatchObject({
      state: 'sent',
      sentAt: clock.now(),
      serverAnswer: '250 ok',
      attempts: 1,
      claimedBy: null,
      leaseUntil: null,
    });
    expect(one.letter.sent).toEqual([{ id: sent.id, at: clock.now() }]);
    expect(one.transport.mails).toMatchObject([
      {
        messageId: `<${sent.id}@example.org>`,
        from: 'Kid Lab <lab@example.org>',
        to: sent.toAddress,
        subject: 'Trial',
      },
    ]);
    expect(await one.dispatcher.drain()).toBe(0);
    expect(logged).toContain(`Mail ${sent.id} (trial): sent Mail`);
  });

  it('never doubles between two dispatchers that look at once', async () => {
    const other = await startProcess();
    await enqueue(120);
    const counts = await Promise.all([one.dispatcher.drain(), other.dispatcher.drain()]);
    expect(counts[0] + counts[1]).toBe(120);
    const ids = [...one.transport.mails, ...other.transport.mails].map((mail) => mail.messageId);
    expect(new Set(ids).size).toBe(120);
    expect(ids).toHaveLength(120);
  });

  it('takes no more at once than it has places for', async () => {
    let open = 0;
    let most = 0;
    let allPlacesTaken = (): void => undefined;
    const crowd = new Promise<void>((resolve) => {
      allPlacesTaken = resolve;
    });
    one.transport.play = async () => {
      open += 1;
      most = Math.max(most, open);
      if (open === DISPATCH.concurrency) allPlacesTaken();
      await crowd;
      open -= 1;
    };
    await enqueue(35);
    expect(await one.dispatcher.drain()).toBe(35);
    expect(most).toBe(DISPATCH.concurrency);
  });
});

describe('a message that may not be mailed any more', () => {
  it('is withdrawn', async () => {
    one.letter.content = null;
    await enqueue();
    expect(await one.dispatcher.drain()).toBe(0);
    expect(await message()).toMatchObject({ state: 'withdrawn', attempts: 0, sentAt: null });
    expect(one.transport.mails).toEqual([]);
  });

  it.each(['while its letter is written', 'while it is handed over'])(
    'may be erased %s',
    async (when) => {
      await enqueue();
      const erase = async (): Promise<void> => {
        await one.dataSource.query('DELETE FROM outbox_messages');
      };
      if (when === 'while its letter is written') one.letter.onCompose = erase;
      else one.transport.play = erase;
      expect(await one.dispatcher.drain()).toBe(0);
      expect(await messages()).toEqual([]);
    },
  );
});

describe('a fault', () => {
  it('is retried later and later, for a day', async () => {
    one.transport.play = () => Promise.reject(new TemporaryMailFault('451 later', false));
    await enqueue();
    await one.dispatcher.drain();
    const first = await message();
    expect(first).toMatchObject({ state: 'pending', attempts: 1, serverAnswer: '451 later' });
    const pause = first.nextAttemptAt.getTime() - clock.now().getTime();
    expect(pause).toBeGreaterThanOrEqual(RETRY.firstPauseMs * (1 - RETRY.jitter));
    expect(pause).toBeLessThanOrEqual(RETRY.firstPauseMs);

    clock.set(new Date(first.nextAttemptAt.getTime() - 1));
    await one.dispatcher.drain();
    expect(await message()).toMatchObject({ attempts: 1 });

    clock.set(first.nextAttemptAt);
    await one.dispatcher.drain();
    const second = await message();
    expect(second).toMatchObject({ state: 'pending', attempts: 2 });
    expect(second.nextAttemptAt.getTime() - clock.now().getTime()).toBeGreaterThan(
      RETRY.firstPauseMs,
    );

    clock.set(new Date(first.createdAt.getTime() + RETRY.giveUpAfterMs));
    await one.dispatcher.drain();
    expect(await message()).toMatchObject({
      state: 'failed',
      attempts: 3,
      serverAnswer: '451 later',
      sentAt: null,
    });
  });

  it('that is permanent ends it at once, with the server’s answer', async () => {
    one.transport.play = () => Promise.reject(new PermanentMailFault('550 no such user'));
    await enqueue();
    expect(await one.dispatcher.drain()).toBe(0);
    expect(await message()).toMatchObject({
      state: 'failed',
      attempts: 1,
      serverAnswer: '550 no such user',
    });
    expect(one.letter.sent).toEqual([]);
  });

  it('of a letter that can’t be written is retried, and says nothing of its cause', async () => {
    one.letter.onCompose = () => Promise.reject(new Error('Maya, parent1@example.org'));
    await enqueue();
    await one.dispatcher.drain();
    const { state, serverAnswer } = await message();
    expect(state).toBe('pending');
    expect(serverAnswer).toBe('The letter could not be written.');
  });

  it('of a kind unknown to this process leaves the message to one that knows it', async () => {
    await one.outbox.enqueue(one.dataSource.manager, {
      kind: 'newer',
      dedupeKey: 'newer:1',
      toAddress: 'parent@example.org',
    });
    expect(await one.dispatcher.drain()).toBe(0);
    expect(await message()).toMatchObject({ state: 'pending', attempts: 1 });
  });

  it('after the server took it leads to a repeat with an equal Message-ID', async () => {
    const server = await startMailServer();
    const smtp = new SmtpTransport(server.url);
    let lose = true;
    one.transport.play = async (mail) => {
      await smtp.send(mail);
      if (!lose) return;
      lose = false;
      throw new TemporaryMailFault('The answer was lost', false);
    };
    await enqueue();
    expect(await one.dispatcher.drain()).toBe(0);
    clock.advance({ seconds: 5 });
    expect(await one.dispatcher.drain()).toBe(1);
    expect(server.mails).toHaveLength(2);
    expect(server.mails[0]?.messageId).toBe(server.mails[1]?.messageId);
    smtp.close();
    await server.close();
  });

  it('of the whole mail server loses nothing: all of it leaves when the server is back', async () => {
    const server = await startMailServer();
    const port = Number(new URL(server.url).port);
    const smtp = new SmtpTransport(server.url);
    const other = await startProcess({ transport: smtp });
    await server.close();
    await enqueue(12);
    expect(await other.dispatcher.drain()).toBe(0);
    clock.advance({ hours: 3 });
    expect(await other.dispatcher.drain()).toBe(0);
    expect(await messages()).toHaveLength(12);
    const back = await startMailServer(port);
    clock.advance({ minutes: 5 });
    expect(await other.dispatcher.drain()).toBe(12);
    expect(new Set(back.mails.map((mail) => mail.messageId)).size).toBe(12);
    smtp.close();
    await back.close();
  });

  it('of the feature that takes note is retried, but never mails the letter again', async () => {
    one.letter.onSentFaults = 1;
    await enqueue();
    expect(await one.dispatcher.drain()).toBe(1);
    expect(one.letter.sent).toHaveLength(1);

    one.letter.onSentFaults = 100;
    await enqueue();
    expect(await one.dispatcher.drain()).toBe(1);
    expect((await messages()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    expect(one.transport.mails).toHaveLength(2);
  });

  it('of the database at the end is sat out, for as long as the claim holds', async () => {
    await enqueue();
    one.transport.play = async () => {
      await one.dataSource.query('ALTER TABLE outbox_messages RENAME TO away');
    };
    one.pauses.onPause = () => {
      one.pauses.onPause = () => undefined;
      void one.dataSource.query('ALTER TABLE away RENAME TO outbox_messages');
    };
    expect(await one.dispatcher.drain()).toBe(1);
    expect(await message()).toMatchObject({ state: 'sent' });
  });
});

describe('a dead process', () => {
  it('leaves its messages to the others when its lease is over', async () => {
    await enqueue();
    const other = await startProcess();
    let die = (): void => undefined;
    const handedOver = new Promise<void>((resolve) => {
      other.transport.play = () =>
        new Promise((_, reject) => {
          die = () => {
            reject(new TemporaryMailFault('too late', false));
          };
          resolve();
        });
    });
    const dying = other.dispatcher.drain();
    await handedOver;

    clock.advance({ seconds: DISPATCH.leaseMs / 1_000 });
    expect(await one.dispatcher.drain()).toBe(0);
    clock.advance({ seconds: 1 });
    expect(await one.dispatcher.drain()).toBe(1);

    // It was not dead after all: what it says now must not undo what the other has done.
    die();
    expect(await dying).toBe(0);
    expect(await message()).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('that took too long to write a letter does not mail it: another may have it by then', async () => {
    await enqueue();
    one.letter.onCompose = () => {
      one.letter.onCompose = () => Promise.resolve();
      clock.advance({ seconds: (DISPATCH.leaseMs - DISPATCH.sendDeadlineMs) / 1_000 + 1 });
      return Promise.resolve();
    };
    expect(await one.dispatcher.drain()).toBe(1);
    expect(one.transport.mails).toHaveLength(1);
    expect(await message()).toMatchObject({ state: 'sent', attempts: 1 });
  });
});

describe('the loop', () => {
  /** Resolves when the dispatcher has looked and rests. */
  const atRest = (process: Process): Promise<void> =>
    new Promise((resolve) => {
      process.pauses.onPause = () => {
        resolve();
      };
    });
  const mailed = (process: Process, count: number): Promise<void> =>
    new Promise((resolve) => {
      process.transport.play = () => {
        if (process.transport.mails.length + 1 >= count) resolve();
        return Promise.resolve();
      };
    });

  it('mails what was queued before it started, and what it is nudged for', async () => {
    await enqueue(3);
    const three = mailed(one, 3);
    one.dispatcher.start();
    await three;
    const rest = atRest(one);
    one.outbox.nudge();
    await rest;
    await enqueue(20);
    const all = mailed(one, 23);
    one.outbox.nudge();
    await all;
    await one.dispatcher.stop();
    expect((await messages()).map(({ state }) => state)).toEqual(Array(23).fill('sent'));
  });

  it('looks again after each pause, so that it finds what others have queued', async () => {
    const mail = mailed(one, 1);
    const queuedMeanwhile = new Promise<void>((resolve) => {
      let pauses = 0;
      one.pauses.onPause = () => {
        pauses += 1;
        if (pauses === 1) void enqueue().then(resolve);
      };
    });
    one.pauses.passAtOnce = true;
    one.dispatcher.start();
    await queuedMeanwhile;
    await mail;
    one.pauses.passAtOnce = false;
    await one.dispatcher.stop();
    expect(await message()).toMatchObject({ state: 'sent' });
  });

  it('outlives a fault of the database', async () => {
    await enqueue();
    await one.dataSource.query('ALTER TABLE outbox_messages RENAME TO away');
    const rest = atRest(one);
    one.dispatcher.start();
    await rest;
    await one.dataSource.query('ALTER TABLE away RENAME TO outbox_messages');
    const mail = mailed(one, 1);
    one.dispatcher.wake();
    await mail;
    await one.dispatcher.stop();
    expect(await message()).toMatchObject({ state: 'sent' });
  });

  it('starts with the application', async () => {
    await enqueue();
    const transport = new PlayedTransport();
    const mail = new Promise<void>((resolve) => {
      transport.play = () => {
        resolve();
        return Promise.resolve();
      };
    });
    await startProcess({ transport, autoStart: true });
    await mail;
  });
});

describe('a stop', () => {
  it('finishes what is being handed over and puts back what is not', async () => {
    await enqueue(2);
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
    one.dispatcher.start();
    await Promise.all([handedOver, beingWritten]);
    const stopped = one.dispatcher.stop();
    write();
    finish();
    await stopped;
    expect((await messages()).map(({ state, attempts }) => [state, attempts]).sort()).toEqual([
      ['pending', 0],
      ['sent', 1],
    ]);
    expect(one.transport.closed).toBe(true);
    expect(await one.dispatcher.drain()).toBe(0);
  });

  it('cuts off what lasts too long and keeps it in the queue', async () => {
    await enqueue();
    const handedOver = new Promise<void>((resolve) => {
      one.transport.play = () =>
        new Promise((_, reject) => {
          one.transport.close = () => {
            reject(new TemporaryMailFault('cut off', false));
          };
          resolve();
        });
    });
    one.dispatcher.start();
    await handedOver;
    one.pauses.onPause = (ms) => {
      one.pauses.passAtOnce = ms === DISPATCH.stopGraceMs;
    };
    await one.dispatcher.stop();
    expect(await message()).toMatchObject({ state: 'pending', serverAnswer: 'cut off' });
  });
});
