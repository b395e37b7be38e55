import { describe, expect, it } from 'vitest';

import { messageIdOf } from '../letter-registry.js';
import { senderOf } from '../mail-transport.js';
import { redactServerAnswer } from './smtp-transport.js';

describe('a mail server’s response', () => {
  it.each([
    ['250 2.0.0 Ok: queued as 4XyZ', '250 2.0.0 Ok: queued as 4XyZ'],
    ['550 5.1.1 <jane.doe@example.org>: Recipient rejected', '550 5.1.1 <***>: Recipient rejected'],
    ['550 user Jane.Doe unknown', '550 user *** unknown'],
    ['550 "jane doe"@example.org and bob+x@mail.example.org', '550 *** and ***'],
    ['550-first\r\n550 second\u0000line', '550-first 550 second line'],
    [
      '554 blocked http://a.example.org/kidlab-reg/confirm-registration?guid=S3cret-Token_1 (spam)',
      '554 blocked http://a.example.org/kidlab-reg/confirm-registration?guid=*** (spam)',
    ],
  ])('like %j is stored as %j', (answer, kept) => {
    expect(redactServerAnswer(answer, 'jane.doe@example.org')).toBe(kept);
  });

  it('keeps other words if the local part is short or has special characters', () => {
    expect(redactServerAnswer('550 no such user', 'no@example.org')).toBe('550 no such user');
    expect(redactServerAnswer('550 a+b*c unknown, abbbc too', 'a+b*c@example.org')).toBe(
      '550 *** unknown, abbbc too',
    );
  });

  it('has a name masked only where it is a whole word', () => {
    const answer = '550 Ana-Ana, xana-ana-ana, ana1, bana, (ANA-ANA)';
    expect(redactServerAnswer(answer, 'ana-ana@example.org')).toBe(
      '550 ***, xana-***, ana1, bana, (***)',
    );
  });

  it('can contain a name with surrogate pairs', () => {
    expect(redactServerAnswer('550 user 𝒶bcd unknown, 𝒶bc too', '𝒶bc@example.org')).toBe(
      '550 user 𝒶bcd unknown, *** too',
    );
  });

  it('is truncated to 500 characters', () => {
    expect(redactServerAnswer(`550 ${'é'.repeat(600)}`, 'jane@example.org')).toHaveLength(500);
  });
});

describe('the sender', () => {
  it.each([
    ['Kid Lab <kidlab@example.org>', { name: 'Kid Lab', address: 'kidlab@example.org' }],
    ['"Lab, Kid" <kidlab@example.org>', { name: 'Lab, Kid', address: 'kidlab@example.org' }],
    ['kidlab@example.org', { name: '', address: 'kidlab@example.org' }],
  ])('is parsed from %s', (from, sender) => {
    expect(senderOf(from)).toEqual(sender);
  });

  it('determines the domain of the Message-ID', () => {
    expect(messageIdOf('0d9b', 'Kid Lab <kidlab@mail.example.org>')).toBe(
      '<0d9b@mail.example.org>',
    );
  });
});
