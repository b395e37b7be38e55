import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';

import { Environment } from '../../config/environment.js';
import type { Invitation } from '../invitation.entity.js';
import type { Slot } from '../slot.entity.js';
import type { Study } from '../study.entity.js';
import { type CalendarEntry, calendarOf } from './calendar.js';

const LAB_NAME = 'Söhne; "Kid Lab", Inc. \\ 👶: Test';
const NAME = 'Türme, "hoch"; \\ klein: 👶👶👶👶👶👶👶👶👶👶👶👶👶👶👶👶👶👶👶👶👶👶👶👶';
const PLACE = `Room 2, "Blue"; Straße 5: ${'ä'.repeat(70)}`;
const lab = new Environment({ LAB_NAME, MAIL_FROM: 'Lab <kidlab@lab.example.org>' });

const entry: Omit<CalendarEntry, 'method'> = {
  invitation: { id: 41, sequence: 3 } as Invitation,
  slot: {
    id: 8,
    sequence: 2,
    startsAt: new Date('2026-12-05T17:30Z'),
    endsAt: new Date('2026-12-05T18:30Z'),
  } as Slot,
  study: { publicName: NAME, place: PLACE } as Study,
  at: new Date('2026-11-20T18:00Z'),
};

describe('a calendar file with any name and place', () => {
  const file = calendarOf({ method: 'REQUEST', to: "o'hara+kids@example.org", ...entry }, lab);

  test('has terminated lines of at most 75 octets', () => {
    const lines = file.split('\r\n');
    expect(lines.pop()).toBe('');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(lines.filter((line) => /[\r\n\uFFFD]/.test(line))).toEqual([]);
  });

  test('escapes texts, and quotes only parameter values', () => {
    const lines = file.replaceAll('\r\n ', '').split('\r\n');
    const text = /^(?:[^\\;,]|\\[\\;,n])*$/;
    for (const name of ['PRODID', 'UID', 'SUMMARY', 'LOCATION', 'DESCRIPTION']) {
      const value = lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
      expect(value, name).toMatch(text);
    }
    const quoted = /^(?:ORGANIZER|ATTENDEE)(?:;[A-Z]+=(?:"[^"]*"|[^";:,]*))*:mailto:\S+$/i;
    expect(lines.filter((line) => /^(?:ORG|ATT)/.test(line) && !quoted.test(line))).toEqual([]);
  });

  test('is parsed to the same values', () => {
    const calendar = new ICAL.Component(ICAL.parse(file) as []);
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect([event.summary, event.location]).toEqual([`${NAME}, ${LAB_NAME}`, PLACE]);
    expect([event.uid, event.sequence]).toEqual(['invitation-41-slot-8@lab.example.org', 5]);
    expect(event.startDate.toJSDate()).toEqual(entry.slot.startsAt);
    expect(event.endDate.toJSDate()).toEqual(entry.slot.endsAt);
    const stamp = event.component.getFirstPropertyValue('dtstamp');
    expect(String(stamp)).toBe('2026-11-20T18:00:00Z');
  });
});

test('a download has no attendee', () => {
  expect(calendarOf({ method: 'PUBLISH', ...entry }, lab)).not.toContain('ATTENDEE');
});

test('the address of the attendee is a valid URI', () => {
  const to = "o'h+a?bcc=b#c%0a`{|}@example.org";
  const file = calendarOf({ method: 'REQUEST', to, ...entry }, lab).replaceAll('\r\n ', '');
  const [, uri] = /ATTENDEE[^:]*:MAILTO:(.*)\r\n/.exec(file) ?? [];
  expect(uri).toBe("o'h+a%3Fbcc=b%23c%250a%60%7B%7C%7D@example.org");
});
