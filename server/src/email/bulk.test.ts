import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { startMailServer, type TestMailServer } from '../../test/mail-server.js';
import {
  type MailProcess,
  MailTrial,
  PlayedBulkLetter,
  PlayedTransport,
} from '../../test/mail-trial.js';
import { DISPATCH } from './constants.js';
import { OutboxStore } from './outbox-store.js';
import { SmtpTransport } from './transports/smtp-transport.js';

const LETTERS = 200;

let trial: MailTrial;
let one: MailProcess;
let letter: PlayedBulkLetter;
let server: TestMailServer;
let smtp: SmtpTransport;
/** Called when a letter is about to be handed over to the mail server, with how many were before. */
let onHandOver: (before: number) => Promise<void>;

beforeEach(async () => {
  trial = await MailTrial.begin();
  server = await startMailServer();
  smtp = new SmtpTransport(server.url);
  letter = new PlayedBulkLetter();
  onHandOver = () => Promise.resolve();
  let handedOver = 0;
  const transport = new PlayedTransport(async (mail) => {
    handedOver += 1;
    await onHandOver(handedOver - 1);
    await smtp.send(mail);
  });
  one = await trial.startProcess({ transport, letter });
});
afterEach(async () => {
  await trial.end();
  smtp.close();
  await server.close();
});

/** Until so many letters have come to an end. */
async function ended(count: number): Promise<void> {
  for (;;) {
    const rows = await trial.messages();
    if (rows.filter(({ state }) => state === 'sent').length >= count) return;
  }
}

function expectOnce(count: number): void {
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(count);
  expect(server.mails).toHaveLength(count);
}

it('letters by the hundred are mailed once each, and marked', async () => {
  await trial.enqueue(LETTERS);
  one.dispatcher.start();
  await ended(LETTERS);
  await one.dispatcher.stop();

  expectOnce(LETTERS);
  expect(Math.max(...letter.writtenTogether)).toBe(DISPATCH.bulk);
  expect(new Set((await trial.messages()).map(({ attempts }) => attempts))).toEqual(new Set([1]));
});

it('a process that stood still for longer than its leases mails nobody twice', async () => {
  await trial.enqueue(LETTERS);
  const store = one.module.get(OutboxStore);
  const claim = store.claim.bind(store);
  let takenTogether = 0;
  store.claim = async (...how) => {
    if (how[1] === DISPATCH.bulk) takenTogether += 1;
    // Now fewer than `fewWaiting` wait, and more are about to be taken.
    if (takenTogether === 2) {
      takenTogether += 1;
      trial.clock.advance({ seconds: DISPATCH.leaseMs / 1_000 + 1 });
      throw new Error('the database was away');
    }
    return claim(...how);
  };
  one.dispatcher.start();
  await ended(LETTERS);
  await one.dispatcher.stop();

  expectOnce(LETTERS);
  expect(trial.logged.filter((line) => line.includes(': released'))).not.toEqual([]);
});

it('a stop puts back what waits, without writing it', async () => {
  letter.composeAll = () => Promise.resolve(new Map());
  await trial.enqueue(LETTERS);
  let goOn = (): void => undefined;
  const standing = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const stands = new Promise<void>((resolve) => {
    onHandOver = async (before) => {
      if (before === LETTERS / 2) resolve();
      if (before > LETTERS / 2 - DISPATCH.concurrency) await standing;
    };
  });
  let written = 0;
  letter.onCompose = () => {
    written += 1;
    return Promise.resolve();
  };
  one.dispatcher.start();
  await stands;
  const stopped = one.dispatcher.stop();
  goOn();
  await stopped;

  const rows = await trial.messages();
  expectOnce(rows.filter(({ state }) => state === 'sent').length);
  expect(rows.filter(({ state }) => state === 'claimed')).toEqual([]);
  expect(written).toBe(server.mails.length);
});

it('a letter that is gone when all are marked spoils it for no other', async () => {
  const count = DISPATCH.concurrency;
  await trial.enqueue(count);
  let mailed = (): void => undefined;
  const allMailed = new Promise<void>((resolve) => {
    mailed = resolve;
  });
  onHandOver = (before) => {
    if (before === count - 1) mailed();
    return Promise.resolve();
  };
  let gone: string | undefined;
  letter.onSentTogether = async (sent) => {
    await allMailed;
    if (sent.length < 2) return;
    gone ??= sent[0]?.message.id;
    await one.dataSource.query('DELETE FROM outbox_messages WHERE id = $1', [gone]);
  };
  // The first one is marked alone: until then the others come together.
  letter.onSentAlone = () => allMailed;
  await one.dispatcher.drain();

  expectOnce(count);
  const rows = await trial.messages();
  expect(gone).toBeDefined();
  expect(rows.map(({ state }) => state)).toEqual(Array(count - 1).fill('sent'));
});
