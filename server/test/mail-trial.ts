import { Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditModule } from '../src/audit/audit.module.js';
import { Clock, DatabaseClock, Pauses } from '../src/common/clock.js';
import { CommonModule } from '../src/common/common.module.js';
import { Environment } from '../src/config/environment.js';
import { Secrets } from '../src/config/secrets.js';
import { dataSourceOptions } from '../src/database/data-source.js';
import { OutboxWorker } from '../src/email/outbox.worker.js';
import { EmailModule } from '../src/email/email.module.js';
import { type Letter, type LetterContent, LetterRegistry } from '../src/email/letter-registry.js';
import { MailTransport, type OutgoingMail } from '../src/email/mail-transport.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { Outbox } from '../src/email/outbox.repository.js';
import { createTestDatabase } from './database.js';
import { FakeClock, FakeDatabaseClock } from './fake-clock.js';

/** Accepts every mail unless a test says otherwise. */
export class FakeTransport extends MailTransport {
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

/**
 * Pauses with a signal last until it aborts, or end at once if a test says so. Others end at once and advance the
 * clock.
 */
export class FakePauses extends Pauses {
  onPause: (ms: number) => unknown = () => undefined;
  passAtOnce = false;

  constructor(private readonly clock: FakeClock) {
    super();
  }

  override async pause(ms: number, signal?: AbortSignal): Promise<void> {
    await this.onPause(ms);
    if (signal === undefined) this.clock.advance({ seconds: ms / 1_000 });
    if (signal === undefined || signal.aborted || this.passAtOnce) return;
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
  }
}

/** A letter without a feature behind it. */
export class FakeLetter implements Letter {
  readonly kind = 'trial';
  readonly sent: { id: string; at: Date }[] = [];
  /** For each failed letter, when its address was refused. */
  readonly failed: (Date | null)[] = [];
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

  onFailed(_message: OutboxMessage, refusedAt: Date | null): Promise<void> {
    this.failed.push(refusedAt);
    return Promise.resolve();
  }
}

/** The mail part of one server process. */
export interface MailProcess {
  module: TestingModule;
  transport: FakeTransport;
  pauses: FakePauses;
  letter: FakeLetter;
  worker: OutboxWorker;
  outbox: Outbox;
  dataSource: DataSource;
}

interface ProcessOptions {
  transport?: MailTransport;
  letter?: FakeLetter;
  autoStart?: boolean;
  /** Its own clock. By default, processes share one. */
  clock?: FakeClock;
}

@Module({})
class TrialConfig {}

/** Server processes that only send mail, on a separate database whose clock is `clock`. */
export class MailTrial {
  readonly clock = new FakeClock();
  /** Lines of the processes' logs. */
  readonly logged: string[] = [];
  private readonly processes: MailProcess[] = [];
  private queued = 0;

  private constructor(private readonly database: Awaited<ReturnType<typeof createTestDatabase>>) {}

  static async begin(): Promise<MailTrial> {
    return new MailTrial(await createTestDatabase());
  }

  async startProcess({
    transport = new FakeTransport(),
    letter = new FakeLetter(),
    autoStart = false,
    clock = this.clock,
  }: ProcessOptions = {}): Promise<MailProcess> {
    const environment = new Environment({ MAIL_FROM: 'Kid Lab <lab@example.org>' });
    const pauses = new FakePauses(clock);
    const log = (...words: unknown[]): void => {
      this.logged.push(words.join(' '));
    };
    const module = await Test.createTestingModule({
      imports: [
        {
          module: TrialConfig,
          global: true,
          providers: [
            { provide: Environment, useValue: environment },
            { provide: Secrets, useValue: new Secrets(['a secret of the tests']) },
          ],
          exports: [Environment, Secrets],
        },
        CommonModule,
        TypeOrmModule.forRoot(dataSourceOptions(this.database.url)),
        AuditModule,
        EmailModule,
      ],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .overrideProvider(DatabaseClock)
      .useValue(new FakeDatabaseClock(this.clock))
      .overrideProvider(MailTransport)
      .useValue(transport)
      .overrideProvider(Pauses)
      .useValue(pauses)
      .setLogger({ log, warn: log, error: log })
      .compile();
    module.get(LetterRegistry).register(letter);
    await module.init();
    if (autoStart) module.get(OutboxWorker).start();
    const process = {
      module,
      transport: transport as FakeTransport,
      pauses,
      letter,
      worker: module.get(OutboxWorker),
      outbox: module.get(Outbox),
      dataSource: module.get(DataSource),
    };
    this.processes.push(process);
    return process;
  }

  /** Queues messages of the kind `trial` in the first process. */
  async enqueue(count = 1): Promise<void> {
    const { outbox, dataSource } = this.first();
    for (let index = 0; index < count; index += 1) {
      this.queued += 1;
      await outbox.enqueue(dataSource.manager, {
        kind: 'trial',
        dedupeKey: `trial:${String(this.queued)}`,
        toAddress: `parent${String(this.queued)}@example.org`,
      });
    }
  }

  messages(): Promise<OutboxMessage[]> {
    return this.first().dataSource.manager.find(OutboxMessage);
  }

  /** The only message. It is an error if there are more or none. */
  async message(): Promise<OutboxMessage> {
    const [only, ...others] = await this.messages();
    if (only === undefined || others.length > 0) throw new Error('there should be one message');
    return only;
  }

  async end(): Promise<void> {
    for (const { module } of this.processes) await module.close();
    await this.database.drop();
  }

  private first(): MailProcess {
    const [first] = this.processes;
    if (first === undefined) throw new Error('no process was started');
    return first;
  }
}
