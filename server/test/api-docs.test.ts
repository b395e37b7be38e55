import { beforeAll, describe, expect, test } from 'vitest';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import { ApiDocumentService } from '../src/api-docs/api-document.service.js';
import { startTestApp, useTestApp } from './app.js';
import { forbidUnknownFields, exampleOf as exampleOfMedia } from './api-document.js';
import { routesOf } from './attacks/routes.js';
import { signIn } from './staff.js';

const PUBLIC = '/kidlab-reg';
const ADMIN = '/kidlab-reg/admin';
const API = `${ADMIN}/api`;

/** Section 7 of both specifications, to the letter. */
const SPECIFIED = [
  ['post', `${PUBLIC}/families/registerAndLinkGuardian`],
  ['get', `${PUBLIC}/families/guid`],
  ['post', `${PUBLIC}/children`],
  ['post', `${PUBLIC}/registration/send-confirmation-email`],
  ['put', `${PUBLIC}/registration/update-family-details`],
  ['delete', `${PUBLIC}/families/by-email`],
  ['get', `${PUBLIC}/families/confirm`],
  ['post', `${PUBLIC}/families/confirmAndRegister`],
  ['post', `${API}/login`],
  ['get', `${API}/whoami`],
  ['post', `${ADMIN}/logout`],
  ['get', `${API}/family-guardian-child/summary`],
  ['get', `${API}/family-guardian-child`],
  ['get', `${API}/registration-report`],
  ['post', `${API}/registration/send-on-demand-registration-email`],
  ['get', `${API}/emails/send-follow-up-emails`],
  ['post', `${API}/families`],
  ['get', `${API}/families/guid`],
  ['get', `${API}/families/getByGuid/{guid}`],
  ['put', `${API}/families/updateByGuid/{guid}`],
  ['delete', `${API}/families/familyId/{id}`],
  ['post', `${API}/guardians`],
  ['get', `${API}/guardians/{id}`],
  ['put', `${API}/guardians/{id}`],
  ['delete', `${API}/guardians/{id}`],
  ['post', `${API}/children`],
  ['get', `${API}/children/{id}`],
  ['put', `${API}/children/{id}`],
  ['delete', `${API}/children/{id}`],
  ['get', `${API}/users`],
  ['post', `${API}/users`],
  ['delete', `${API}/users/{id}`],
] as const;

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<
      string,
      { readonly description?: string; readonly content?: Readonly<Record<string, Media>> }
    >
  >;
}

describe('the OpenAPI document', () => {
  const product = useTestApp();
  let document: OpenAPIObject;
  let operations: { call: string; path: string; method: string; operation: Operation }[];

  beforeAll(() => {
    document = product.app.get(ApiDocumentService, { strict: false }).get();
    forbidUnknownFields(document);
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
        call: `${method} ${path}`,
        path,
        method,
        operation,
      })),
    );
  });

  const operationOf = (call: string): Operation => {
    const found = operations.find((each) => each.call === call);
    if (found === undefined) throw new Error(`${call} is not documented`);
    return found.operation;
  };
  const exampleOf = (call: string): object => {
    const [media] = Object.values(operationOf(call).requestBody?.content ?? {});
    return exampleOfMedia(media ?? {}, document) as object;
  };

  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(document as never);

    expect(result.errors).toBeUndefined();
    expect([result.valid, document.openapi]).toEqual([true, '3.1.0']);
  });

  test.each(SPECIFIED)(
    'includes %s %s and names the specification as its source',
    (method, path) => {
      expect(operationOf(`${method} ${path}`).description).toMatch(/^Source: .*section 7\.$/);
    },
  );

  test('lists every registered call and no others', () => {
    const registered = routesOf(product).map(({ method, path }) => `${method} ${path}`);
    const pages = /\/captured-mail|\/docs|\*path|(?:get \/|\/kidlab-reg|\/admin|\/api)$/;
    const written = registered
      .filter((route) => !pages.test(route))
      .map((route) => route.replace(/:(\w+)/g, '{$1}').replace(/\/$/, ''));
    const calls = [...new Set(written)];

    expect(calls.length).toBeGreaterThan(SPECIFIED.length);
    expect(operations.map(({ call }) => call).sort()).toEqual(calls.sort());
  });

  test('gives each call a summary, a response and its errors, and marks staff calls as needing a session', () => {
    for (const { call, path, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      expect([call, operation.summary]).toEqual([call, expect.stringMatching(/\w.*\.$/)]);
      expect([call, statuses.some((status) => status.startsWith('2'))]).toEqual([call, true]);
      expect([call, statuses]).toEqual([call, expect.arrayContaining(['500', '503'])]);
      const isOpen = ['login', 'login/second-factor', 'set-password', 'forgot-password'].some(
        (name) => path === `${API}/${name}`,
      );
      const needsSession = path.startsWith(`${API}/`) && !isOpen;
      expect([call, operation.security !== undefined]).toEqual([call, needsSession]);
      if (needsSession) expect([call, statuses]).toEqual([call, expect.arrayContaining(['401'])]);
    }
  });

  test('has only examples that match their schema', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    // Added once for all calls: each schema below only refers to it.
    ajv.addSchema({ components: document.components }, 'document');
    const referring = (schema: object): object =>
      JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
    let checked = 0;
    for (const { call, operation } of operations) {
      const contents = [operation.requestBody, ...Object.values(operation.responses)];
      for (const media of contents.flatMap((each) => Object.values(each?.content ?? {}))) {
        const validate = ajv.compile(referring(media.schema));
        const examples = Object.values(media.examples ?? {}).map(({ value }) => value);
        for (const value of examples.length > 0 ? examples : [exampleOfMedia(media, document)]) {
          validate(value);
          expect([call, value, validate.errors]).toEqual([call, value, null]);
          checked += 1;
        }
      }
    }
    expect(checked).toBeGreaterThan(200);
  });

  test('has error examples with the right status and a documented message', () => {
    for (const { call, operation } of operations) {
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        const example = content?.['application/json']?.example;
        if (example === undefined) continue;
        const { statusCode, message } = example as { statusCode: number; message: string };
        expect([call, String(statusCode)]).toEqual([call, status]);
        expect([call, description]).toEqual([call, expect.stringContaining(message)]);
      }
      const { example } = operation.responses['500']?.content?.['application/json'] ?? {};
      expect([call, example]).toEqual([call, expect.objectContaining({ statusCode: 500 })]);
    }
  });

  test('has example requests that the public calls accept', async () => {
    const browser = product.browser();
    const send = (method: 'post' | 'put', path: string) =>
      browser[method](`${PUBLIC}${path}`).send(exampleOf(`${method} ${PUBLIC}${path}`));

    await send('post', '/families/registerAndLinkGuardian').expect(201);
    await send('post', '/children').expect(201);
    await send('post', '/registration/send-confirmation-email').type('form').expect(200);
    await send('put', '/registration/update-family-details').type('form').expect(200);
    await browser
      .delete(`${PUBLIC}/families/by-email`)
      .query({ email: 'amara.okafor@example.org' })
      .expect(204);
  });

  test('has example requests that the staff calls accept', async () => {
    const browser = await signIn(product, { isUserAdmin: true });
    const body = (call: string): object => exampleOf(call);
    const added = await browser
      .post(`${API}/families`)
      .send(body(`post ${API}/families`))
      .expect(201);
    const family = added.body as {
      id: number;
      guid: string;
      guardians: [{ id: number }];
      children: [{ id: number }];
    };
    const { familyId: _of, ...guardian } = body(`post ${API}/guardians`) as { familyId: number };

    await browser
      .put(`${API}/families/updateByGuid/${family.guid}`)
      .send(body(`put ${API}/families/updateByGuid/{guid}`))
      .expect(200);
    await browser
      .post(`${API}/guardians`)
      .send({ ...guardian, familyId: family.id })
      .expect(201);
    await browser
      .post(`${API}/children`)
      .send(body(`post ${API}/children`))
      .expect(201);
    await browser
      .put(`${API}/children/${String(family.children[0].id)}`)
      .send(body(`put ${API}/children/{id}`))
      .expect(200);
    const user = await browser
      .post(`${API}/users`)
      .send(body(`post ${API}/users`))
      .expect(201);
    await browser
      .put(`${API}/users/${String((user.body as { id: number }).id)}`)
      .send(body(`put ${API}/users/{id}`))
      .expect(200);
  });

  test('has example queries that the staff lists accept', async () => {
    const browser = await signIn(product, { isUserAdmin: true });
    const lists = operations.filter(({ path, method, operation }) => {
      // Neither is a list, and no family has the address in the example.
      const isOther = path.includes('{') || path.endsWith('/families/guid');
      const isList = !isOther && 'parameters' in operation;
      return method === 'get' && path.startsWith(API) && isList;
    });
    expect(lists.length).toBeGreaterThan(8);
    for (const { call, path, operation } of lists) {
      const { parameters } = operation as unknown as {
        parameters: { name: string; schema: { example?: string }; example?: string }[];
      };
      const query = Object.fromEntries(
        parameters.map(({ name, schema, example }) => [name, example ?? schema.example ?? '']),
      );
      const { status } = await browser.get(path).query(query);
      expect([call, status]).toEqual([call, 200]);
    }
  });

  test('is public outside production, and so is the page that shows it', async () => {
    const browser = product.browser();

    const json = await browser.get(`${API}/docs-json`).expect(200);
    const page = await browser.get(`${API}/docs`).expect(200);

    expect(json.body).toMatchObject({ openapi: '3.1.0' });
    expect(page.type).toBe('text/html');
    for (const [, file] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      await browser.get(`${API}/${String(file)}`).expect(200);
    }
    await browser.get(`${API}/docs/package.json`).expect(404);
    await browser.get(`${API}/docs/..%2fpackage.json`).expect(404);
  });
});

test('in production, only staff can read the OpenAPI document', async () => {
  const product = await startTestApp({
    NODE_ENV: 'production',
    SESSION_SECRET: 's'.repeat(32),
    BOT_CHECK: 'altcha',
    RATE_LIMIT: 'on',
  });
  const stranger = product.browser();
  const staff = await signIn(product);

  for (const path of ['docs', 'docs-json', 'docs/start.js', 'docs/swagger-ui.css']) {
    await stranger.get(`${API}/${path}`).expect(401);
    await staff.get(`${API}/${path}`).expect(200);
  }
  await product.stop();
});
