import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startTestApp, type TestApp } from '../../test/app.js';
import { Registrant } from '../../test/registrant.js';
import { LetterRegistry } from './letter.js';
import { OutboxMessage } from './outbox-message.entity.js';

describe('a family that cancels while its letter is marked as sent', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(async () => {
    await test.stop();
  });

  it('is erased: neither side waits for the other for ever', async () => {
    const registrant = await Registrant.withChild(test);
    await registrant.agree();
    const letter = test.app.get(LetterRegistry).find('confirmation');
    const onSent = letter?.onSent?.bind(letter);
    if (letter === undefined || onSent === undefined) throw new Error('the letter has changed');

    let cancelled: ReturnType<Registrant['cancel']> | undefined;
    letter.onSent = async (message, sentAt, manager) => {
      await onSent(message, sentAt, manager);
      cancelled = registrant.cancel();
      await untilSomebodyWaits();
    };
    await test.deliver();
    expect((await cancelled)?.status).toBe(204);
    expect(await registrant.family()).toBeNull();
    expect(await test.dataSource.manager.count(OutboxMessage)).toBe(0);
    expect(registrant.mails()).toHaveLength(1);
  });

  /** Until a transaction of this database waits for another one's lock. */
  async function untilSomebodyWaits(): Promise<void> {
    for (;;) {
      const waiting: unknown[] = await test.dataSource.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      if (waiting.length > 0) return;
    }
  }
});
