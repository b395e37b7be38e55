import { describe, expect, it } from '@jest/globals';
import { type ParsedMail, simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';

import type { OutgoingMail } from '../mail-transport.js';
import { renderSecondNotice } from '../templates/second-notice.js';
import { mimeOptions } from './mime.js';
import { quotedPrintable } from './quoted-printable.js';

const LETTER = renderSecondNotice({
  labName: 'Kid Lab – Bär & 子供',
  productName: 'Toy Tests',
  supportEmail: 'help@example.org',
  publicBaseUrl: 'https://kidlab.example.org',
  firstName: 'Zoë-Đặng 😀 =_boundary',
  token: 'abc-DEF_123',
  confirmationWindowHours: 72,
});
const MAIL: OutgoingMail = {
  messageId: '<1b4e28ba-2fa1-41d2-883f-0016d3cca427@example.org>',
  date: new Date('2026-11-20T18:00:00Z'),
  from: 'Kid Lab, Bär <kidlab@example.org>',
  to: 'jane.doe+toys@example.org',
  ...LETTER,
};

const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

async function written(mail: OutgoingMail): Promise<string> {
  const { message } = await writer.sendMail(mimeOptions(mail));
  return (message as Buffer).toString();
}

/** Composed by nodemailer itself, as every mail is that has headers of its own. */
function writtenByNodemailer(mail: OutgoingMail): Promise<string> {
  return written({ ...mail, headers: {} });
}

function headOf(mail: string): string[] {
  const [head = ''] = mail.split('\r\n\r\n');
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return headers.map((line) => line.replace(/boundary=.*$/, 'boundary')).sort();
}

function said({ headers, text, html, ...mail }: ParsedMail): unknown {
  return [headers.size, text?.trimEnd(), String(html).trimEnd(), mail.from, mail.to, mail.subject];
}

describe('a composed mail', () => {
  it.each<[string, Partial<OutgoingMail>]>([
    ['a letter of ours', {}],
    ['a sender without a name', { from: 'kidlab@example.org' }],
    ['a subject beyond ASCII', { subject: 'Bitte bestätigen – Kid Lab 子供' }],
    ['an address that is written otherwise', { to: `"jane doe"@example.org` }],
    ['a domain beyond ASCII', { to: 'jane@bär.example.org' }],
    ['dots and dashes that begin lines', { text: '.\n..\n--=_x\n-- \nFrom me \n\n', html: '.' }],
    ['no end of line', { text: 'x'.repeat(200), html: `${'é'.repeat(99)} ` }],
  ])('says what nodemailer would have: %s', async (_, change) => {
    const mail = { ...MAIL, ...change };
    const [ours, theirs] = [await written(mail), await writtenByNodemailer(mail)];
    expect(headOf(ours)).toEqual(headOf(theirs));
    expect(said(await simpleParser(ours))).toEqual(said(await simpleParser(theirs)));
  });

  it('is of lines that every server takes, and of the same bytes at each try', async () => {
    const mail = await written(MAIL);
    expect(mail.split('\r\n').every((line) => line.length <= 76)).toBe(true);
    expect(mail).toMatch(/^[\t\r\n -~]*$/);
    expect(mail.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(await written(MAIL)).toBe(mail);
  });

  it('is of its own letter when others were composed before it', async () => {
    await written(MAIL);
    const other = {
      ...MAIL,
      messageId: '<other@example.org>',
      to: 'bo@example.org',
      date: new Date('2027-01-02T03:04:05Z'),
    };
    const parsed = await simpleParser(await written(other));
    expect(parsed.messageId).toBe(other.messageId);
    expect(parsed.date).toEqual(other.date);
    expect([parsed.to ?? []].flat().map(({ text }) => text)).toEqual([other.to]);
  });
});

describe('quoted-printable', () => {
  it.each([
    ['', ''],
    ['a=b\tc d', 'a=3Db\tc d'],
    ['ends in blanks \t\nand \r\nnow ', 'ends in blanks =09\r\nand=20\r\nnow=20'],
    ['é\r', '=C3=A9=0D'],
    ['x'.repeat(76), `${'x'.repeat(75)}=\r\nx`],
    [`${'x'.repeat(73)}=`, `${'x'.repeat(73)}=\r\n=3D`],
  ])('of %j', (text, expected) => {
    expect(quotedPrintable(text).toString()).toBe(expected);
  });
});
