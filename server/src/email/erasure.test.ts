import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestApp, type TestApp } from '../../test/app.js';
import { Registrant } from '../../test/registrant.js';
import { type Letter, LetterRegistry } from './letter-registry.js';
import { OutboxMessage } from './outbox-message.entity.js';

describe('a family that cancels while its letter is being marked as sent', () => {
  let test: TestApp;
  let letter: Letter;
  let onSent: Required<Letter>['onSent'];

  beforeAll(async () => {
    test = await startTestApp();
    const confirmation = test.app.get(LetterRegistry).find('confirmation');
    if (confirmation?.onSent === undefined) throw new Error('the letter has changed');
    letter = confirmation;
    onSent = confirmation.onSent.bind(confirmation);
  });
  afterAll(async () => {
    await test.stop();
  });

  it.each(['before', 'after'])('is erased if it cancels %s its record is updated', async (when) => {
    const registrant = await Registrant.withChild(test);
    await registrant.agree();
    let cancelled: ReturnType<Registrant['cancel']> | undefined;
    const cancel = async (): Promise<void> => {
      cancelled = registrant.cancel();
      await Promise.race([cancelled, untilBlocked()]);
    };
    letter.onSent = async (message, sentAt, manager) => {
      if (when === 'before') await cancel();
      await onSent(message, sentAt, manager);
      if (when === 'after') await cancel();
    };
    await test.deliver();
    expect((await cancelled)?.status).toBe(204);
    expect(await registrant.family()).toBeNull();
    expect(await test.dataSource.manager.count(OutboxMessage)).toBe(0);
    expect(registrant.mails()).toHaveLength(1);
  });

  /** Resolves when a transaction waits for a lock. */
  async function untilBlocked(): Promise<void> {
    for (;;) {
      const waiting: unknown[] = await test.dataSource.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      if (waiting.length > 0) return;
    }
  }
});
