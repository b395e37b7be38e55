import { createHmac } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';

import { signedValue } from './signed-cookie.js';

const SECRETS = ['the newest secret', 'an older secret'];

function signed(value: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(value).digest('base64').replace(/=+$/, '');
  return encodeURIComponent(`s:${value}.${signature}`);
}

const VALID = signed('a session', 'the newest secret');

describe('a signed cookie', () => {
  test.each([
    ['alone', `name=${VALID}`],
    ['among others', `other=1; name=${VALID};last=`],
    ['of an older secret', `name=${signed('a session', 'an older secret')}`],
    ['before another of its name', `name=${VALID}; name=s%3Aanother.signature`],
  ])('%s', (_, header) => {
    expect(signedValue(header, 'name', SECRETS)).toBe('a session');
  });

  test.each([
    ['none', undefined],
    ['an empty header', ''],
    ['no value', 'name='],
    ['no equals sign', 'name'],
    ['another name', `names=${VALID}; xname=${VALID}; Name=${VALID}`],
    ['a value that nobody signed', 'name=a%20session'],
    ['a signature that is cut', `name=${VALID.slice(0, -1)}`],
    ['a signature that is longer', `name=${VALID}x`],
    ['an empty signature', 'name=s%3Aa%20session.'],
    ['an empty value', `name=${signed('', 'the newest secret')}`],
    ['another secret', `name=${signed('a session', 'a stranger’s secret')}`],
    ['another value', `name=${VALID.replace('session', 'sessiom')}`],
    ['what cannot be unescaped', 'name=s%3A%E0%A4%A'],
  ])('%s is none', (_, header) => {
    expect(signedValue(header, 'name', SECRETS)).toBeNull();
  });
});
