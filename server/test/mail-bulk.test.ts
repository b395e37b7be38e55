import { beforeEach, describe, expect, test } from 'vitest';

import { ConfirmationLinksService } from '../src/confirmation/confirmation-links.service.js';
import { OutboxWorker } from '../src/email/outbox.worker.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { Outbox } from '../src/email/outbox.repository.js';
import { Suppressions } from '../src/email/suppression/suppressions.service.js';
import { Family } from '../src/families/family.entity.js';
import { FollowUpService } from '../src/confirmation/follow-up.service.js';
import { useTestApp } from './app.js';
import { drain } from './drain.js';
import { storeFamily } from './stored-families.js';

const product = useTestApp();
let families: Family[];

/** One batch of families, each with a second notice that is due. */
beforeEach(async () => {
  await product.dataSource.getRepository(Family).deleteAll();
  await product.dataSource.getRepository(OutboxMessage).deleteAll();
  product.mailServer.mails.length = 0;
  const threeDaysAgo = new Date(product.clock.now().getTime() - 72 * 3_600_000);
  families = [];
  for (let count = 0; count < 10; count += 1) {
    families.push(
      await storeFamily(product, {
        state: 'awaiting',
        agreed: threeDaysAgo,
        firstMail: threeDaysAgo,
        children: [{}],
      }),
    );
  }
  expect(await product.app.get(FollowUpService).queueDue('x')).toBe(families.length);
});

const notices = (): Promise<OutboxMessage[]> =>
  product.dataSource.getRepository(OutboxMessage).findBy({ kind: 'second-notice' });
const recipients = (): string[] =>
  product.mailServer.mails.map(({ to }) => (Array.isArray(to) ? '' : (to?.text ?? ''))).sort();
const emails = (some: readonly Family[]): string[] => some.map(({ email }) => email).sort();

test('a batch of second notices is sent once each and recorded, even while one of the families is being saved', async () => {
  const [saved] = families;
  const runner = product.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT 1 FROM families WHERE id = $1 FOR UPDATE', [saved?.id]);

  const delivered = product.deliver();
  for (;;) {
    const sent = (await notices()).filter(({ state }) => state === 'sent');
    if (sent.length === families.length - 1) break;
  }
  await runner.commitTransaction();
  await runner.release();
  await delivered;

  expect(recipients()).toEqual(emails(families));
  expect((await notices()).map(({ state }) => state)).toEqual(families.map(() => 'sent'));
  const noted = await product.dataSource.getRepository(Family).find();
  expect(noted.map(({ secondEmailSentDate }) => secondEmailSentDate)).toEqual(
    families.map(() => product.clock.now()),
  );
});

describe('a second notice that a worker has claimed', () => {
  /** @param happens between the claim and the pre-send check. */
  async function deliverAfter(happens: (family: Family) => Promise<unknown>): Promise<Family[]> {
    const outbox = product.app.get(Outbox);
    const claim = outbox.claim.bind(outbox);
    const [first, ...others] = families;
    if (first === undefined) throw new Error('there is no family');
    outbox.claim = async (...how) => {
      outbox.claim = claim;
      const claimed = await claim(...how);
      expect(claimed).toHaveLength(families.length);
      await happens(first);
      return claimed;
    };
    expect(await drain(product.app.get(OutboxWorker))).toBeGreaterThanOrEqual(others.length);
    return others;
  }
  const update = (change: Partial<Family>) => (family: Family) =>
    product.dataSource.manager.update(Family, { id: family.id }, change);

  test.each<[string, (family: Family) => Promise<unknown>]>([
    ['is erased', ({ id }) => product.dataSource.manager.delete(Family, { id })],
    [
      'has confirmed',
      (family) =>
        update({
          state: 'registered',
          registeredIndicator: 'Y',
          registeredDate: product.clock.now(),
        })(family),
    ],
    ['is disabled', update({ disabledIndicator: 'Y' })],
    [
      'has its address suppressed',
      async ({ email }) => {
        const suppressions = product.app.get(Suppressions);
        const hash = suppressions.hashOf(email);
        await suppressions.add(product.dataSource.manager, hash, product.clock.now());
      },
    ],
  ])('is not sent if its family %s in the meantime', async (_, happens) => {
    const others = await deliverAfter(happens);

    expect(recipients()).toEqual(emails(others));
    const left = await notices();
    expect(left.filter(({ state }) => state === 'sent')).toHaveLength(others.length);
    expect(left.every(({ state }) => ['sent', 'withdrawn'].includes(state))).toBe(true);
  });

  test('is withdrawn in favor of a newer link', async () => {
    await deliverAfter((family) =>
      product.dataSource.transaction((manager) =>
        product.app.get(ConfirmationLinksService).issue(manager, family),
      ),
    );

    expect(recipients()).toEqual(emails(families));
    const subjects = product.mailServer.mails.map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.startsWith('Reminder'))).toHaveLength(9);
    expect((await notices()).map(({ state }) => state).sort()).toEqual([
      ...Array<string>(9).fill('sent'),
      'withdrawn',
    ]);
  });

  test('is sent once if only an irrelevant field of its family has changed', async () => {
    await deliverAfter(update({ zipCode: '94609' }));

    expect(recipients()).toEqual(emails(families));
  });
});
