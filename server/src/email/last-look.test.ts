import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { type MailProcess, MailTrial, PlayedBulkLetter } from '../../test/mail-trial.js';
import { DISPATCH } from './constants.js';
import { LastLook } from './last-look.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { OutboxStore } from './outbox-store.js';

let trial: MailTrial;
let one: MailProcess;
let lastLook: LastLook;
let messages: OutboxMessage[];
/** Ids of the messages that were looked at, look by look; those of `worthless` may not leave any more. */
let looks: string[][];
let worthless: Set<string>;

beforeEach(async () => {
  trial = await MailTrial.begin();
  const letter = new PlayedBulkLetter();
  looks = [];
  worthless = new Set();
  letter.stillValid = (all) => {
    const ids = all.map(({ id }) => id);
    looks.push(ids);
    return Promise.resolve(new Set(ids.filter((id) => !worthless.has(id))));
  };
  one = await trial.startProcess({ letter });
  lastLook = one.module.get(LastLook);
  await trial.enqueue(4);
  const now = trial.clock.now();
  const leaseUntil = new Date(now.getTime() + DISPATCH.leaseMs);
  messages = await one.module.get(OutboxStore).claim('one', 4, now, leaseUntil, []);
});
afterEach(() => trial.end());

function at(index: number): OutboxMessage {
  const message = messages[index];
  if (message === undefined) throw new Error('there is no such message');
  return message;
}
const idsOf = (...indexes: number[]): string[] => indexes.map((index) => at(index).id);
const none = (): OutboxMessage[] => [];

it('looks at those that leave next along with the first, once', async () => {
  expect(await lastLook.look(at(0), () => [at(1), at(2)])).toBe('unchanged');
  expect(await lastLook.look(at(1), none)).toBe('unchanged');
  expect(await lastLook.look(at(2), none)).toBe('unchanged');
  expect(looks).toEqual([idsOf(0, 1, 2)]);
});

it('looks at those together that ask at the same moment', async () => {
  const next = (): OutboxMessage[] => [at(2), at(1)];
  await Promise.all([lastLook.look(at(0), next), lastLook.look(at(1), next)]);
  expect(looks).toEqual([idsOf(0, 1, 2)]);
});

it('looks again when what was found is too old, or older than a clock that was set back', async () => {
  await lastLook.look(at(0), () => [at(1), at(2)]);
  worthless = new Set(idsOf(1, 2));
  trial.clock.advance({ seconds: (DISPATCH.lookMs + 1) / 1_000 });
  expect(await lastLook.look(at(1), none)).toBe('changed');
  trial.clock.advance({ seconds: -60 });
  expect(await lastLook.look(at(2), none)).toBe('changed');
});

it('looks again at one that was found changed, or not to be ours', async () => {
  worthless = new Set(idsOf(1));
  await one.dataSource.query('DELETE FROM outbox_messages WHERE id = $1', [at(2).id]);
  await lastLook.look(at(0), () => [at(1), at(2), at(3)]);
  expect(await lastLook.look(at(1), none)).toBe('changed');
  expect(await lastLook.look(at(2), none)).toBe('lost');
  expect(looks).toHaveLength(3);
});

it('what was found is good for one hand-over', async () => {
  await lastLook.look(at(0), () => [at(1)]);
  await lastLook.look(at(1), none);
  worthless = new Set(idsOf(1));
  expect(await lastLook.look(at(1), none)).toBe('changed');
});
