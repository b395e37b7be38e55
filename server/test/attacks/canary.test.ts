import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Registry } from 'prom-client';

import { makeLog } from '../../src/common/logging.js';
import { DatabaseMetrics } from '../../src/metrics/database-metrics.service.js';
import { startWiredTestApp, type TestApp } from '../app.js';
import { aChild } from '../factories.js';
import { Registrant } from '../registrant.js';
import { IS_LONG } from '../size.js';
import { signIn, STAFF_PASSWORD } from '../staff.js';
import { type Call, callsOf, make, type Variant } from './calls.js';

/** Unique values: output that contains one of them leaks what a user sent. */
const CANARY = {
  email: 'canary.bird@example.org',
  other: 'second.canary@example.org',
  phone: '(510) 555-0177',
  digits: '5550177',
  firstName: 'Zebedeecanary',
  lastName: 'Quillcanary',
  password: 'canary-password-that-is-long',
  token: 'Y2FuYXJ5LXRva2VuLW9mLWEtbGluaw',
  notes: 'notes of a canary',
} as const;
const MARKS: readonly string[] = [...Object.values(CANARY), 'canary', 'Canary'];

/** A valid value for a field of that name. */
function canaryFor(name: string, value: unknown): unknown {
  if (
    /zip|month|year|gender|hand|language|relationship|indicator|referred|version|^id$|familyId/i.test(
      name,
    )
  ) {
    return value;
  }
  if (/email/i.test(name)) return CANARY.email;
  if (/phone/i.test(name)) return CANARY.phone;
  if (/password/i.test(name)) return CANARY.password;
  if (/token|guid/i.test(name)) return CANARY.token;
  if (/last|family/i.test(name)) return typeof value === 'string' ? CANARY.lastName : value;
  if (/first/i.test(name)) return CANARY.firstName;
  if (Array.isArray(value)) return value.map((each: unknown) => filled(each as object));
  return /notes|needs|eml/i.test(name) ? CANARY.notes : value;
}
function filled(body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, canaryFor(name, value)]),
  );
}

describe('canary values', () => {
  let product: Awaited<ReturnType<typeof startWiredTestApp>>;
  let staff: ReturnType<TestApp['browser']>;
  let calls: Call[];
  const logged: string[] = [];
  const refusals: { call: string; status: number; text: string }[] = [];
  const statuses = new Set<number>();

  beforeAll(async () => {
    const log = makeLog({ write: (line: string) => void logged.push(line) });
    log.level = 'trace';
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
        logged.push(words.map(String).join(' '));
      });
    }
    product = await startWiredTestApp({}, { log });
    calls = callsOf(product).filter(({ path }) => !path.endsWith('/logout'));
    staff = await signIn(product, { isUserAdmin: true });
  });
  afterAll(() => product.stop());

  const drive = async (browser: ReturnType<TestApp['browser']>, call: Call, variant: Variant) => {
    const answer = await make(browser, call, variant);
    statuses.add(answer.status);
    if (answer.status >= 400) {
      refusals.push({
        call: `${call.method} ${call.path}`,
        status: answer.status,
        text: answer.text,
      });
    }
  };

  /**
   * Makes each documented call with canaries in all fields. With `inEachPlace`, also with a canary in one parameter or
   * field at a time, and with a truncated body.
   */
  const driveAll = async (
    registrant: ReturnType<TestApp['browser']>,
    { inEachPlace = IS_LONG } = {},
  ): Promise<void> => {
    for (const call of calls) {
      const browser = call.path.startsWith('/kidlab-reg/admin') ? staff : registrant;
      const query = filled(call.query) as Record<string, string>;
      const body = call.body === null ? null : filled(call.body);
      await drive(browser, call, { query, body });
      if (!inEachPlace) continue;
      for (const name of call.places)
        await drive(browser, call, { path: { [name]: CANARY.email } });
      for (const name of Object.keys(call.query)) {
        for (const value of [CANARY.email, CANARY.firstName, CANARY.phone]) {
          await drive(browser, call, { query: { [name]: value } });
        }
      }
      for (const name of Object.keys(call.body ?? {})) {
        for (const value of [CANARY.notes, [CANARY.email], `${CANARY.token}\u0000`]) {
          await drive(browser, call, { body: { ...body, [name]: value } });
        }
      }
      if (call.body !== null)
        await drive(browser, call, {
          body: `{"email":"${CANARY.email}`,
          headers: { 'Content-Type': 'application/json' },
        });
    }
  };

  /** Renames these tables while `work` runs, so that calls that need them fail with a 500. */
  const without = async (tables: readonly string[], work: () => Promise<void>): Promise<void> => {
    for (const name of tables) {
      await product.dataSource.query(`ALTER TABLE ${name} RENAME TO ${name}_away`);
    }
    await work();
    for (const name of tables) {
      await product.dataSource.query(`ALTER TABLE ${name}_away RENAME TO ${name}`);
    }
  };

  /** The mail server refuses a letter permanently, with a message that repeats its address. */
  const refusedByMailServer = async (): Promise<void> => {
    const parent = await Registrant.begin(product, { email: CANARY.other });
    await parent.saveChild(aChild(CANARY.other));
    await parent.agree();
    product.mailServer.refuseWith = (address) =>
      `${address}: no mailbox <${address}> of ${address.split('@')[0] ?? ''} here`;
    await product.deliver();
    product.mailServer.refuseWith = null;
    const [letter] = await product.dataSource.query<{ state: string; server_answer: string }[]>(
      'SELECT state, server_answer FROM outbox_messages WHERE to_address = $1',
      [CANARY.other],
    );
    expect(letter).toEqual({
      state: 'failed',
      server_answer: '550 ***: no mailbox <***> of *** here',
    });
  };

  /** Calls every route, in each state of a registration and with server errors. */
  beforeAll(async () => {
    const parent = await Registrant.begin(product, {
      email: CANARY.email,
      guardianFirstName: CANARY.firstName,
      guardianLastName: CANARY.lastName,
      familyName: CANARY.lastName,
      primaryPhone: CANARY.phone,
    });
    await parent.saveChild(aChild(CANARY.email, { firstName: CANARY.firstName }));
    await driveAll(parent.browser, { inEachPlace: true });
    await parent.agree();
    await product.deliver();
    await driveAll(product.browser());

    await refusedByMailServer();

    // One field at a time only in the long run: a missing-table error contains nothing from the request.
    await without(['families', 'outbox_messages', 'password_links'], () =>
      driveAll(parent.browser),
    );
    await without(['sessions', 'users'], async () => {
      await driveAll(parent.browser);
      await product
        .browser()
        .post('/kidlab-reg/admin/api/login')
        .send({ username: CANARY.other, password: STAFF_PASSWORD });
    });
    product.wire.cut();
    await driveAll(parent.browser);
    product.wire.mend();
    for (const path of [`/${CANARY.email}`, `/kidlab-reg/${CANARY.email}?guid=${CANARY.token}`]) {
      await product.browser().get(path);
      await product.browser().post(path);
    }
  });

  test('are sent to every route, server errors included', () => {
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 204, 400, 404, 500, 503]));
    const failed = new Set(refusals.filter(({ status }) => status === 500).map(({ call }) => call));
    expect(failed.size).toBeGreaterThan(30);
  });

  test('appear in no line of the log', () => {
    expect(logged.length).toBeGreaterThan(1_000);
    const shown = logged.filter((line) => MARKS.some((mark) => line.includes(mark)));
    expect(shown.slice(0, 5)).toEqual([]);
  });

  test('appear in no error response', () => {
    expect(refusals.length).toBeGreaterThan(700);
    const shown = refusals.filter(({ text }) => MARKS.some((mark) => text.includes(mark)));
    expect(shown.slice(0, 5)).toEqual([]);
  });

  test('appear in no metric', async () => {
    await product.app.get(DatabaseMetrics, { strict: false }).refresh();
    const text = await product.app.get(Registry, { strict: false }).metrics();

    expect(text).toContain('/kidlab-reg/families/registerAndLinkGuardian');
    for (const mark of MARKS) expect([mark, text.includes(mark)]).toEqual([mark, false]);
  });
});
