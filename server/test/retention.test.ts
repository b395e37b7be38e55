import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { RETENTION_KINDS, type RetentionPreview } from '@kidlab/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Family } from '../src/families/family.entity.js';
import { CapturedMailbox } from '../src/email/captured/captured-mailbox.service.js';
import { RetentionJobs } from '../src/retention/retention.jobs.js';
import { RETENTION, RETENTION_RULES } from '../src/retention/retention-rules.js';
import { type TestApp, useTestApp } from './app.js';
import { Registrant } from './registrant.js';
import { aStaffUser, signIn, USER_ADMIN_EMAIL } from './staff.js';
import { storeFamily } from './stored-families.js';

const CALL = '/kidlab-reg/admin/api/privacy/retention';
const DAY = 24 * 3_600_000;

/** The product with a folder for captured mail. */
function useRetention(): { product: TestApp; mailDir: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'kidlab-retention-'));
  const mailDir = join(dataDir, 'mail');
  const product = useTestApp({ DATA_DIR: dataDir });
  beforeAll(async () => {
    await mkdir(mailDir, { recursive: true });
    await aStaffUser(product, { email: USER_ADMIN_EMAIL });
  });
  afterAll(() => rm(dataDir, { recursive: true }));
  return { product, mailDir };
}

describe('expired data', () => {
  const { product, mailDir } = useRetention();

  const daysAgo = (days: number): Date => new Date(product.clock.now().getTime() - days * DAY);
  const sql = (text: string, values: unknown[] = []): Promise<{ count: number }[]> =>
    product.dataSource.query(text, values);
  const countOf = async (table: string): Promise<number> => {
    const [row] = await sql(`SELECT count(*)::integer AS count FROM ${table}`);
    return row?.count ?? -1;
  };

  /** Stores one record of each kind that has just expired, and one that expires in two days. */
  async function writeOldRows(): Promise<void> {
    const { manager } = product.dataSource;
    const confirmed = await storeFamily(product);
    await sql(
      `INSERT INTO users (email, enabled, created_date, created_by, modified_date, modified_by)
       VALUES ('former@example.org', true, now(), 'x', now(), 'x')`,
    );
    for (const [index, more] of [0, 2].entries()) {
      const uuid = `00000000-0000-4000-8000-00000000000${String(index)}`;
      const hash = String(index).repeat(64);
      await storeFamily(product, { state: 'awaiting', agreed: daysAgo(30 - more) });
      await manager.query(
        `INSERT INTO confirmation_links (id, family_id, token_hash, created_at, expires_at, replaced_at)
         VALUES ($1, $2, $3, $4, $4, $4)`,
        [uuid, confirmed.id, hash, daysAgo(RETENTION_RULES.links.keptDays - more)],
      );
      await manager.query(
        `INSERT INTO password_links (id, user_id, token_hash, created_at, expires_at, ended_at)
         VALUES ($1, (SELECT max(id) FROM users), $2, $3, $3, $3)`,
        [uuid, hash, daysAgo(RETENTION_RULES.links.keptDays - more)],
      );
      await manager.query(
        `INSERT INTO outbox_messages (id, kind, dedupe_key, family_id, link_id, to_address, state, next_attempt_at, created_at, sent_at)
         VALUES ($1, 'confirmation', $2, $3, $1, 'old@example.org', 'sent', $4, $4, $4)`,
        [uuid, hash, confirmed.id, daysAgo(RETENTION_RULES.mails.keptDays - more)],
      );
      await manager.query(`INSERT INTO sessions (sid, sess, expire) VALUES ($1, '{}', $2)`, [
        uuid,
        daysAgo(-more),
      ]);
      await manager.query('INSERT INTO rate_counts VALUES ($1, 1, $2)', [
        hash,
        daysAgo(-more).getTime(),
      ]);
      await manager.query('INSERT INTO used_challenges VALUES ($1, $2)', [hash, daysAgo(-more)]);
      await manager.query(
        'INSERT INTO mailed_addresses (address_hash, queued_for) VALUES ($1, $2)',
        [hash, daysAgo(1 - more)],
      );
      await manager.query(
        `INSERT INTO saved_forms (key, user_id, path, body_hash, answer, family_id, created_at)
         VALUES ($1, (SELECT max(id) FROM users), '/', $2, '{}', $3, $4)`,
        [uuid, hash, confirmed.id, daysAgo(RETENTION_RULES.savedForms.keptDays - more)],
      );
      await manager.query(
        `INSERT INTO audit_events (occurred_at, actor, action, subject_type) VALUES ($1, 'x', 'x', 'x')`,
        [daysAgo(RETENTION_RULES.auditEvents.keptDays - more)],
      );
      await manager.query('INSERT INTO erasure_receipts VALUES ($1, $2, 1, $3)', [
        `E-${String(index)}`,
        daysAgo(RETENTION_RULES.receipts.keptDays - more),
        {},
      ]);
      const mail = join(mailDir, `${uuid}.json`);
      await writeFile(mail, 'To: old@example.org\r\n\r\nHello');
      const at = daysAgo(RETENTION.capturedMailDays - more);
      await utimes(mail, at, at);
    }
    // A pending mail must be kept, however old, and a failed one that staff retried or that was due recently.
    await manager.query(
      `INSERT INTO outbox_messages (id, kind, dedupe_key, to_address, state, next_attempt_at, created_at, retried_at, not_before)
       VALUES (gen_random_uuid(), 'confirmation', 'waiting', 'old@example.org', 'pending', $1, $2, NULL, NULL),
         (gen_random_uuid(), 'confirmation', 'retried', 'old@example.org', 'failed', $1, $2, $3, NULL),
         (gen_random_uuid(), 'reminder', 'due', 'old@example.org', 'failed', $1, $2, NULL, $3)`,
      [daysAgo(-9), daysAgo(RETENTION_RULES.mails.keptDays + 1), daysAgo(1)],
    );
    // "This was not me" works as long as the family waits.
    await manager.query(
      `INSERT INTO confirmation_links (id, family_id, token_hash, created_at, expires_at)
       SELECT gen_random_uuid(), max(id), repeat('f', 64), $1, $1 FROM families WHERE state = 'awaiting'`,
      [daysAgo(RETENTION_RULES.links.keptDays + 1)],
    );
  }

  test('is shown in the preview and erased exactly once by three servers running at once', async () => {
    await writeOldRows();
    const admin = await signIn(product, { isUserAdmin: true });
    const before = await countOf('audit_events');

    const answer = await admin.get(CALL).expect(200);

    const preview = answer.body as RetentionPreview;
    // 3 a.m. in the lab's time zone.
    expect(preview.nextRunAt).toBe('2026-11-21T11:00:00.000Z');
    expect(preview.kinds.map(({ kind, count }) => [kind, count])).toEqual(
      RETENTION_KINDS.map((kind) => [kind, 1]),
    );
    for (const { kind, keptDays, oldest } of preview.kinds) {
      expect([kind, oldest]).toEqual([kind, daysAgo(keptDays).toISOString()]);
    }
    expect(preview.families).toEqual([
      { guid: expect.any(String) as unknown, acceptedAt: daysAgo(30).toISOString() },
    ]);
    expect(answer.text).not.toMatch(/@/);
    expect(await countOf('audit_events')).toBe(before);

    const jobs = product.app.get(RetentionJobs);

    await Promise.all([jobs.daily(), jobs.daily(), jobs.daily()]);

    expect(
      await sql(`SELECT count(*)::integer AS count FROM families WHERE state = 'awaiting'`),
    ).toEqual([{ count: 1 }]);
    for (const table of ['rate_counts', 'used_challenges', 'mailed_addresses']) {
      expect([table, await countOf(table)]).toEqual([table, 1]);
    }
    expect(await countOf('confirmation_links')).toBe(2);
    expect(
      await sql(
        `SELECT count(*)::integer AS count FROM password_links WHERE user_id = (SELECT id FROM users WHERE email = 'former@example.org')`,
      ),
    ).toEqual([{ count: 1 }]);
    const mails: unknown[] = await sql('SELECT state, link_id FROM outbox_messages ORDER BY state');
    expect(mails).toEqual([
      { state: 'failed', link_id: null },
      { state: 'failed', link_id: null },
      { state: 'pending', link_id: null },
      { state: 'sent', link_id: '00000000-0000-4000-8000-000000000001' },
    ]);
    expect(await readdir(mailDir)).toEqual(['00000000-0000-4000-8000-000000000001.json']);
    expect(
      await sql(`SELECT count(*)::integer AS count FROM audit_events WHERE action = 'x'`),
    ).toEqual([{ count: 1 }]);
    const done: { after: Record<string, number> }[] = await product.dataSource.query(
      `SELECT after FROM audit_events WHERE action = 'retention.done'`,
    );
    const sums = RETENTION_KINDS.map((kind) =>
      done.reduce((sum, { after }) => sum + (after[kind] ?? 0), 0),
    );
    expect(sums).toEqual(RETENTION_KINDS.map(() => 1));

    // Nothing is left to erase, so nothing is recorded.
    const events = await countOf('audit_events');
    await jobs.daily();
    expect(await countOf('audit_events')).toBe(events);
  });
});

describe('retention', () => {
  const { product, mailDir } = useRetention();

  test('counts a captured mail once when several calls remove it at once', async () => {
    const files = product.app.get(CapturedMailbox, { strict: false });
    const names = Array.from({ length: 50 }, (_, index) => `at-once-${String(index)}.json`);
    for (const name of names) await writeFile(join(mailDir, name), 'To: old@example.org');

    const counts = await Promise.all([1, 2, 3, 4].map(() => files.remove(names)));

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(names.length);
  });

  test('keeps the mail of an expired link in the ledger', async () => {
    const registrant = await Registrant.registered(product);
    product.clock.advance({ days: 40 });

    await product.app.get(RetentionJobs).daily();

    const [mail]: { link_id: null }[] = await product.dataSource.query(
      'SELECT link_id FROM outbox_messages WHERE to_address = $1',
      [registrant.email],
    );
    expect(mail).toEqual({ link_id: null });
  });

  test('continues with the other kinds when one fails', async () => {
    const agreed = new Date(product.clock.now().getTime() - 31 * DAY);
    const { id } = await storeFamily(product, { state: 'awaiting', agreed });
    await product.dataSource.query('ALTER TABLE used_challenges RENAME TO away');

    await product.app.get(RetentionJobs).daily();

    await product.dataSource.query('ALTER TABLE away RENAME TO used_challenges');
    expect(await product.dataSource.getRepository(Family).existsBy({ id })).toBe(false);
  });
});
