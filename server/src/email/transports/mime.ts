import type { SendMailOptions } from 'nodemailer';
import MimeNode from 'nodemailer/lib/mime-node';

import type { OutgoingMail } from '../mail-transport.js';
import { parseSender } from '../sender.js';
import { quotedPrintable } from './quoted-printable.js';

/**
 * Every letter says that a program wrote it (RFC 3834), so that absence notes don't answer; the second header says the
 * same to Exchange.
 */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Addresses, and ids of messages, that stand in a header as they are. */
const PLAIN_ADDRESS = /^[\w.%+-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i;
const PLAIN_ID = /^<[\w-]+@[\w.-]+>$/;

/** What differs between two letters of a kind, by what stands for it in a head. */
const PLACES = {
  'to@place.invalid': 'to',
  '<id@place.invalid>': 'messageId',
  'Thu, 01 Jan 1970 00:00:00 +0000': 'date',
  '=_place-as-long-as-a-boundary-will-be': 'boundary',
} as const;
type Place = (typeof PLACES)[keyof typeof PLACES];
const PLACE =
  /(to@place\.invalid|<id@place\.invalid>|Thu, 01 Jan 1970 00:00:00 \+0000|=_place-as-long-as-a-boundary-will-be)/;

/** Heads by sender and subject: texts at even indexes, what stands for a place at odd ones. A batch has one. */
const heads = new Map<string, readonly string[]>();
const MOST_HEADS = 50;

/**
 * A mail as nodemailer takes it: composed here, but for the rare one whose address, say, is written otherwise in a header. Its
 * own way of composing takes two thirds of the processor time of a batch, most of it for the same head again and again.
 */
export function mimeOptions(mail: OutgoingMail): SendMailOptions {
  const sender = parseSender(mail.from);
  const isPlain = PLAIN_ADDRESS.test(mail.to) && PLAIN_ID.test(mail.messageId);
  return {
    ...(isPlain && mail.headers === undefined ? { raw: compose(mail) } : contentOf(mail)),
    // Of a composed mail it is told as well: nodemailer would make one up for its log.
    messageId: mail.messageId,
    envelope: { from: sender.address, to: [mail.to] },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * What nodemailer is to compose. Addresses are handed over taken apart: parsed from text, an address with a comma would be
 * two.
 */
function contentOf(mail: OutgoingMail): SendMailOptions {
  return {
    date: mail.date,
    from: { ...parseSender(mail.from) },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { ...AUTOMATIC, ...mail.headers },
    textEncoding: 'quoted-printable',
  };
}

function compose(mail: OutgoingMail): Buffer {
  // `=_` can't stand in quoted-printable: whatever a letter says, it is not its boundary.
  const boundary = `=_${mail.messageId.replace(/^<|@.*$/g, '')}`;
  const values: Record<Place, string> = {
    to: mail.to,
    messageId: mail.messageId,
    date: mail.date.toUTCString().replace('GMT', '+0000'),
    boundary,
  };
  const head = headOf(mail)
    .map((part, at) => (at % 2 === 0 ? part : values[PLACES[part as keyof typeof PLACES]]))
    .join('');
  return Buffer.concat([
    Buffer.from(`${head}\r\n\r\n${partHead(boundary, 'plain')}`),
    quotedPrintable(mail.text),
    Buffer.from(`\r\n${partHead(boundary, 'html')}`),
    quotedPrintable(mail.html),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

function partHead(boundary: string, type: 'plain' | 'html'): string {
  return `--${boundary}\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
}

/** How nodemailer writes and encodes it. */
function headOf({ from, subject }: OutgoingMail): readonly string[] {
  const key = JSON.stringify([from, subject]);
  const known = heads.get(key);
  if (known !== undefined) return known;
  const node = new MimeNode(
    'multipart/alternative; boundary="=_place-as-long-as-a-boundary-will-be"',
    {
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  );
  node.setHeader({
    ...AUTOMATIC,
    from: { ...parseSender(from) },
    to: { name: '', address: 'to@place.invalid' },
    subject,
    'message-id': '<id@place.invalid>',
    date: 'Thu, 01 Jan 1970 00:00:00 +0000',
  });
  const head = node.buildHeaders().split(PLACE);
  if (heads.size >= MOST_HEADS) heads.clear();
  heads.set(key, head);
  return head;
}
