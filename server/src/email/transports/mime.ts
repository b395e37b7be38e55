import type { SendMailOptions } from 'nodemailer';

import { type OutgoingMail, senderOf } from '../mail-transport.js';

/**
 * Every letter says that a program wrote it (RFC 3834), so that absence notes don't answer; the second header says the
 * same to Exchange.
 */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/**
 * A mail as nodemailer takes it. Addresses are handed over taken apart: parsed from text, an address with a comma
 * would be two.
 */
export function mimeOptions(mail: OutgoingMail): SendMailOptions {
  const sender = senderOf(mail.from);
  return {
    messageId: mail.messageId,
    date: mail.date,
    from: sender,
    to: { name: '', address: mail.to },
    replyTo: { name: '', address: mail.replyTo },
    envelope: { from: sender.address, to: [mail.to] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { ...AUTOMATIC, ...mail.headers },
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
