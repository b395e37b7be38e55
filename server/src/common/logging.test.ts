import { EventEmitter } from 'node:events';

import { describe, expect, test } from 'vitest';

import { makeLog, pathForLog, redact, requestLog, withRequest } from './logging.js';
import { Randomness } from './randomness.js';

describe('the path in the log', () => {
  test.each([
    ['/kidlab-reg/admin/api/families/:id', { id: '12' }, '/kidlab-reg/admin/api/families/12'],
    ['/kidlab-reg/admin/api/families/:id', { id: 'x@y.z' }, '/kidlab-reg/admin/api/families/:id'],
    ['/kidlab-reg/*path', { path: 'anybody' }, '/kidlab-reg/*path'],
  ])('of %s with %j is %s', (path, params, expected) => {
    expect(pathForLog({ route: { path }, params, originalUrl: '/as/asked' } as never)).toBe(
      expected,
    );
  });

  test.each([
    ['/kidlab-reg/assets/index-Ab12_x.js?token=x', '/kidlab-reg/assets/index-Ab12_x.js'],
    ['/kidlab-reg/assets/somebody@example.org', '-'],
    ['/anything/else', '-'],
  ])('of %s without a route is %s', (originalUrl, expected) => {
    expect(pathForLog({ params: {}, originalUrl } as never)).toBe(expected);
  });
});

describe('a log line', () => {
  const written = (write: (log: ReturnType<typeof makeLog>) => void): Record<string, unknown> => {
    const lines: string[] = [];
    write(makeLog({ write: (line) => void lines.push(line) }));
    expect(lines).toHaveLength(1);
    return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  };

  test('contains no address and is valid JSON', () => {
    const line = written((log) => {
      log.warn(
        { cause: 'refused "Jo\\"hn <jo.hn+1@sub.example.org>" at \\x@y' },
        'to: somebody@example.org',
      );
    });

    expect(JSON.stringify(line)).not.toMatch(/@/);
    expect(line['msg']).toBe('to: [address]');
  });

  test('contains no link token', () => {
    expect(redact('GET /x?guid=abc-DEF_1&a=1 token=xyz')).toBe(
      'GET /x?guid=[redacted]&a=1 token=[redacted]',
    );
  });

  test('contains no field with a secret name', () => {
    const line = written((log) => {
      log.info({ password: 'a', user: { email: 'b', id: 3 } }, 'text');
    });

    expect(line).toMatchObject({ password: '[Redacted]', user: { email: '[Redacted]', id: 3 } });
  });

  test.each([
    [200, 30, 'request completed'],
    [500, 50, 'request failed'],
  ])('for a response %i has level %i', (statusCode, level, msg) => {
    const response = Object.assign(new EventEmitter(), {
      ...{ statusCode, writableFinished: true },
      setHeader: () => undefined,
    });
    const request = { get: () => undefined, originalUrl: '/' };
    const line = written((log) => {
      requestLog(log, new Randomness())(request as never, response as never, () => undefined);
      response.emit('close');
    });

    expect(line).toMatchObject({ level, msg, status: statusCode });
  });

  test('has the id of the current request, and none outside of requests', () => {
    const inside = written((log) => {
      withRequest({ requestId: 'one-two-three' }, () => {
        log.info('text');
      });
    });

    expect(inside['requestId']).toBe('one-two-three');
    expect(
      written((log) => {
        log.info('text');
      }),
    ).not.toHaveProperty('requestId');
  });
});
