export interface OutgoingMail {
  readonly messageId: string;
  readonly date: Date;
  /** `address` or `Name <address>`. */
  readonly from: string;
  readonly to: string;
  /** Where answers go: one address. */
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Beside those that every mail has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whole calendar files. */
  readonly calendars?: readonly CalendarPart[];
}

export interface CalendarPart {
  /** As in the file. */
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
}

/** Hands mail over. A port: SMTP, or captured in a folder. */
export abstract class MailTransport {
  /**
   * @returns what the server answered, fit to be kept.
   * @throws TemporaryMailError when it may be retried, PermanentMailError when it may not.
   */
  abstract send(mail: OutgoingMail): Promise<{ answer: string }>;

  /** Ends idle connections, and gives up on mails under way: their `send` fails. */
  abstract close(): void;
}

/** The mail was not accepted, or nobody knows; it may be retried. */
export class TemporaryMailError extends Error {
  override readonly name = 'TemporaryMailError';

  /**
   * @param answer what the server answered or what went wrong, without addresses.
   * @param unreachable true when no server could be talked to, so that nothing was said about this mail.
   */
  constructor(
    readonly answer: string,
    readonly unreachable: boolean,
  ) {
    super(answer);
  }
}

export class PermanentMailError extends Error {
  override readonly name = 'PermanentMailError';

  /** @param isOfAddress whether the server said that there is no such mailbox, and nothing about the letter. */
  constructor(
    readonly answer: string,
    readonly isOfAddress = false,
  ) {
    super(answer);
  }
}

/** A sender taken apart: `Kid Lab <kidlab@example.org>`, or an address alone. */
export function senderOf(from: string): { name: string; address: string } {
  const match = /^(?<name>[^<]*)<(?<address>[^<>]+)>$/.exec(from.trim());
  if (match?.groups === undefined) return { name: '', address: from.trim() };
  const { name = '', address = '' } = match.groups;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

export function domainOf(from: string): string {
  return senderOf(from).address.split('@').at(-1) ?? 'localhost';
}

/** RFC 3834, so that absence notes don't answer; the second header says the same to Exchange. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/**
 * A mail for nodemailer. A mail program asks about one calendar part; the others are files. Addresses are taken
 * apart: parsed from text, one with a comma would be two.
 */
export function mimeOptions(mail: OutgoingMail) {
  const [calendar, ...others] = mail.calendars ?? [];
  return {
    messageId: mail.messageId,
    date: mail.date,
    from: senderOf(mail.from),
    to: { name: '', address: mail.to },
    replyTo: { name: '', address: mail.replyTo },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { ...AUTOMATIC, ...mail.headers },
    ...(calendar === undefined ? {} : { icalEvent: { filename: 'session.ics', ...calendar } }),
    attachments: others.map(({ method, content }, index) => ({
      filename: `session-${String(index + 2)}.ics`,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
      content,
    })),
    textEncoding: 'quoted-printable' as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
