import { randomUUID } from 'node:crypto';

import { IDEMPOTENCY_HEADER } from '@kidlab/contract';
import { beforeAll, describe, expect, test } from 'vitest';

import { type TestApp, useTestApp } from '../app.js';
import { aChild, aRegistration } from '../factories.js';
import { Registrant } from '../registrant.js';
import { IS_LONG } from '../size.js';
import { signIn } from '../staff.js';
import { aFamilyPayload, aGuardianPayload } from '../staff-records.js';
import { type Call, callsOf, make, type Variant } from './calls.js';
import { HOSTILE, ODD } from './hostile-texts.js';

/** The texts, escaped as in JSON. */
const SENT = HOSTILE.map((text) => JSON.stringify(text).slice(1, -1)).filter((text) => text !== '');

/** Left out, so that the test stays signed in. */
const LEFT_OUT = '/logout';

describe('hostile input', () => {
  const product = useTestApp();
  let staff: ReturnType<TestApp['browser']>;
  let registrant: Registrant;
  let calls: Call[];

  beforeAll(async () => {
    staff = await signIn(product, { isUserAdmin: true });
    registrant = await Registrant.withChild(product);
    calls = callsOf(product).filter(({ path }) => !path.endsWith(LEFT_OUT));
  });

  const browserFor = ({ path }: Call): ReturnType<TestApp['browser']> =>
    path.startsWith('/kidlab-reg/admin') ? staff : registrant.browser;

  /** A variant of a call for each place that can hold `value`. */
  const variantsOf = (call: Call, value: string): Variant[] => [
    ...call.places.map((name) => ({ path: { [name]: value } })),
    ...Object.keys(call.query).map((name) => ({ query: { [name]: value } })),
    // Node's client refuses other characters in headers.
    ...(/^[\x20-\x7e]*$/.test(value)
      ? call.headers.map((name) => ({ headers: { [name]: value } }))
      : []),
    ...bodiesOf(call, value),
  ];
  /** Public calls with a guid in their query. */
  const withGuid = (): Call[] => {
    const found = calls.filter(({ query }) => Object.hasOwn(query, 'guid'));
    expect(found.length).toBeGreaterThanOrEqual(11);
    return found;
  };
  const send = (call: Call, query: string) => {
    const request = browserFor(call)[call.method](call.path + query);
    return request.send(call.body ?? {});
  };
  /** For lists: `value` in each field of the filter, and in the sort order. */
  const inList = (names: readonly string[], value: string): Variant[] => [
    ...names.map((name) => ({ query: { filter: JSON.stringify({ [name]: value }) } })),
    { query: { sort: JSON.stringify([value, 'ASC']) } },
    { query: { sort: JSON.stringify(['id', value]) } },
  ];
  /** The filter names of a list, read from its own error message. */
  const filterNames = async (call: Call): Promise<string[]> => {
    if (!Object.hasOwn(call.query, 'filter')) return [];
    const { text } = await make(staff, call, { query: { filter: '{"nothing":1}' } });
    return /It may hold: ([\w, ]+)/.exec(text)?.[1]?.split(', ') ?? [];
  };
  const bodiesOf = (call: Call, value: unknown): Variant[] =>
    Object.keys(call.body ?? {}).map((name) => ({ body: { ...call.body, [name]: value } }));

  const tables = async (): Promise<unknown> => {
    const rows: { name: string }[] = await product.dataSource.query(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };

  test('as text in any place of any call causes no server error and never reaches the database as SQL', async () => {
    const before = await tables();
    const faults: unknown[] = [];
    let tried = 0;
    for (const [number, call] of calls.entries()) {
      const names = await filterNames(call);
      for (const [row, value] of HOSTILE.entries()) {
        const variants = variantsOf(call, value);
        // The short run tries each text in each call, in one place and every sixth after it.
        const tries = variants.filter(
          (_, column) => IS_LONG || (column - ((number + row) % variants.length)) % 6 === 0,
        );
        // Filters of lists become SQL, so quotes are tried in each of them.
        if (names.length > 0 && (IS_LONG || value.includes("'")))
          tries.push(...inList(names, value));
        for (const variant of tries) {
          const answer = await make(browserFor(call), call, variant);
          tried += 1;
          // Stored values may be shown again as they were sent.
          const said = SENT.reduce((text, sent) => text.replaceAll(sent, ''), answer.text);
          if (answer.status >= 500 || /syntax error|SELECT|password_hash.*\$argon/.test(said)) {
            faults.push([
              call.method,
              call.path,
              variant,
              answer.status,
              answer.text.slice(0, 200),
            ]);
          }
        }
      }
    }
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(IS_LONG ? 4_000 : 600);
    expect(await tables()).toEqual(before);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test('as a value of another type in any field causes no server error', async () => {
    const faults: unknown[] = [];
    for (const [number, call] of calls.entries()) {
      const bodies = [...ODD, null].flatMap((value, row) =>
        // The short run tries each value in each call, in one field and every sixth after it.
        bodiesOf(call, value).filter(
          (_, column, all) => IS_LONG || (column - ((number + row) % all.length)) % 6 === 0,
        ),
      );
      const whole = call.body === null ? [] : ODD.filter((value) => typeof value === 'object');
      for (const variant of [...bodies, ...whole.map((body) => ({ body }))]) {
        const answer = await make(browserFor(call), call, variant);
        if (answer.status >= 500) faults.push([call.method, call.path, variant, answer.text]);
      }
    }
    expect(faults).toEqual([]);
  });

  test.each([
    ['more than 16 kB', JSON.stringify({ email: 'x'.repeat(17_000) }), 413],
    ['a form of more than 16 kB', `email=${'x'.repeat(17_000)}`, 413],
    ['a deep list', '['.repeat(8_000) + ']'.repeat(8_000), 'any'],
    ['a deep object', '{"a":'.repeat(2_500) + '1' + '}'.repeat(2_500), 'any'],
    [
      'many fields',
      `{${Array.from({ length: 1_300 }, (_, index) => `"${String(index)}":0`).join()}}`,
      'any',
    ],
    [
      'a poisoned prototype',
      '{"__proto__":{"isUserAdmin":true},"constructor":{"prototype":{"isUserAdmin":true}}}',
      'any',
    ],
    ['cut off', '{"email": "one@exam', 400],
    ['a number', '1', 400],
    ['nothing', '', 'any'],
  ])('as a body that is %s causes no server error in any call', async (_, body, expected) => {
    const type = body.startsWith('email=')
      ? 'application/x-www-form-urlencoded'
      : 'application/json';
    for (const call of calls.filter((each) => each.body !== null)) {
      const path = call.path.replace(/\{\w+\}/g, '2000000000');
      const browser = browserFor(call);
      const request = browser[call.method](path).set('Content-Type', type);
      const answer = await request.set(IDEMPOTENCY_HEADER, randomUUID()).send(body);
      const shown = [call.method, call.path, answer.status];
      if (expected === 'any') expect([...shown, answer.status < 500]).toEqual([...shown, true]);
      else expect(shown).toEqual([call.method, call.path, expected]);
      if (expected === 413) expect(answer.text).toContain('at most 16 kB');
    }
    expect(({} as { isUserAdmin?: boolean }).isUserAdmin).toBeUndefined();
  });

  test('as nested and poisoned query parameters causes no server error', async () => {
    const query =
      '__proto__[polluted]=yes&constructor[prototype][polluted]=yes&email[]=a&email[$ne]=b&toString=x';
    for (const call of calls) {
      const path = call.path.replace(/\{\w+\}/g, '__proto__');
      const answer = await browserFor(call)[call.method](`${path}?${query}`);
      expect([call.method, path, answer.status < 500]).toEqual([call.method, path, true]);
    }
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test.each([
    ['as a list', 'guid[]=x'],
    ['as an object', 'guid[a]=x'],
  ])('a guid %s counts as missing in every public call', async (_, query) => {
    for (const call of withGuid()) {
      const answer = await send(call, `?${query}`);
      const missing = await send(call, '');
      const shown = [call.method, call.path];
      expect([...shown, answer.status, answer.text]).toEqual([
        ...shown,
        missing.status,
        missing.text,
      ]);
      expect([...shown, answer.status < 500]).toEqual([...shown, true]);
    }
  });

  test('a guid given twice is refused by every public call', async () => {
    const message = 'guid must be text.';
    for (const call of withGuid()) {
      const answer = await send(call, '?guid=x&guid=y');
      const refusal = { statusCode: 400, message, errors: [{ field: 'guid', message }] };
      expect([call.method, call.path, answer.body]).toEqual([call.method, call.path, refusal]);
    }
  });

  test('as an unknown filter returns a 400 that names it', async () => {
    const lists = calls.filter(({ query }) => Object.hasOwn(query, 'filter'));
    expect(lists.length).toBeGreaterThanOrEqual(7);
    for (const list of lists) {
      for (const name of ['passwordHash', '__proto__', 'constructor', 'okayToContact']) {
        const answer = await make(staff, list, { query: { filter: `{"${name}":"x"}` } });
        expect([list.path, answer.status, answer.body]).toEqual([
          list.path,
          400,
          expect.objectContaining({
            errors: [
              {
                field: `filter.${name}`,
                message: expect.stringContaining('filter has no such name') as unknown,
              },
            ],
          }),
        ]);
      }
    }
  });

  test.each([
    ['a line feed', 'Alex\nBcc: everybody@example.org'],
    ['a carriage return', 'Alex\rBcc: everybody@example.org'],
    ['a line separator', 'Alex\u2028Bcc everybody'],
    ['a zero-width space', 'Alex\u200b'],
    ['a direction override', 'Alex\u202egnp'],
  ])('as a name with %s is refused', async (_, name) => {
    for (const field of ['guardianFirstName', 'guardianLastName', 'familyName']) {
      const answer = await product
        .browser()
        .post('/kidlab-reg/families/registerAndLinkGuardian')
        .send(aRegistration({ [field]: name }));
      expect([field, answer.status]).toEqual([field, 400]);
    }
  });

  test.each([
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org,b@example.org',
    '"a b"@example.org',
    'a@example.org\u0000',
  ])('as the address %j is refused', async (email) => {
    const answer = await product
      .browser()
      .post('/kidlab-reg/families/registerAndLinkGuardian')
      .send(aRegistration({ email }));
    expect(answer.status).toBe(400);
  });

  test('as a name with unusual allowed characters does not change the headers of a mail', async () => {
    const parent = await Registrant.begin(product, {
      guardianFirstName: `"O’Neil" — 'x'.`,
      guardianLastName: 'Ñandú “B”',
    });
    await parent.saveChild(aChild(parent.email));
    await parent.agree();
    await product.deliver();

    const [mail] = parent.mails();
    const names = [...(mail?.headers.keys() ?? [])].sort();
    expect(names).toEqual(
      expect.arrayContaining(['content-type', 'date', 'from', 'message-id', 'subject', 'to']),
    );
    expect(names).not.toContain('bcc');
    expect(names).not.toContain('cc');
    expect(mail?.html).not.toContain('<script');
  });

  test('as free text loses invalid characters: half an emoji, a form feed, a bell', async () => {
    const email = 'free.text@example.org';
    const family = await staff
      .post('/kidlab-reg/admin/api/families')
      .send(aFamilyPayload({ email, guardians: [aGuardianPayload({ email })] }))
      .expect(201);
    const [guardian] = (family.body as { guardians: { id: number }[] }).guardians;
    const notes = 'one\r\ntwo\u000cthree\u0007 \ud83d\ude00 \ud83d';
    const saved = await staff
      .put(`/kidlab-reg/admin/api/guardians/${String(guardian?.id)}`)
      .send({ notes });

    expect([saved.status, (saved.body as { notes?: string }).notes]).toEqual([
      200,
      'one\ntwothree \u{1f600}',
    ]);
  });
});
