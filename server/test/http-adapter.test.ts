import type { IncomingMessage, ServerResponse } from 'node:http';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { startTestApp, type TestApp } from './app.js';

let product: TestApp;

beforeAll(async () => {
  product = await startTestApp();
});
afterAll(() => product.stop());

test('Express leaves the prototypes of requests and responses as they come', async () => {
  const seen: (readonly [object, unknown])[] = [];
  const note = (request: IncomingMessage, response: ServerResponse): void => {
    for (const each of [request, response]) seen.push([each, Object.getPrototypeOf(each)]);
  };
  product.app.getHttpServer().prependListener('request', note);

  const answer = await product.browser().get('/health/live').expect(200);

  expect(answer.body).toEqual({ status: 'ok' });
  expect(seen).toHaveLength(2);
  for (const [each, before] of seen) expect(Object.getPrototypeOf(each) === before).toBe(true);
});
