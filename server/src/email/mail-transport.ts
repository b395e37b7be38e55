export interface OutgoingMail {
  readonly messageId: string;
  readonly date: Date;
  /** `address` or `Name <address>`. */
  readonly from: string;
  readonly to: string;
  /** One address. */
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** In addition to those of every mail. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly calendars?: readonly CalendarPart[];
}

interface CalendarPart {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
}

/** Sends mail. A port: by SMTP, or captured in a folder. */
export abstract class MailTransport {
  /**
   * @returns the server's answer, without personal data.
   * @throws TemporaryMailError when it may be retried, PermanentMailError when not.
   */
  abstract send(mail: OutgoingMail): Promise<{ answer: string }>;

  /** Closes all connections. The `send` of mails under way fails. */
  abstract close(): void;
}

/** The mail was not accepted, or it is unknown whether it was. It may be retried. */
export class TemporaryMailError extends Error {
  override readonly name = 'TemporaryMailError';

  /**
   * @param answer the server's answer or what went wrong, without addresses.
   * @param unreachable whether no server was reached.
   */
  constructor(
    readonly answer: string,
    readonly unreachable: boolean,
  ) {
    super(answer);
  }

  /** Otherwise the server may have accepted the mail, and only its response was lost. */
  get isRefusal(): boolean {
    return this.unreachable || /^[45]\d\d\b/.test(this.answer);
  }
}

export class PermanentMailError extends Error {
  override readonly name = 'PermanentMailError';

  /** @param isOfAddress whether the mailbox does not exist, so the letter itself is not at fault. */
  constructor(
    readonly answer: string,
    readonly isOfAddress = false,
  ) {
    super(answer);
  }
}

/** Parses a sender: `Kid Lab <kidlab@example.org>` or only the address. */
export function senderOf(from: string): { name: string; address: string } {
  const match = /^(?<name>[^<]*)<(?<address>[^<>]+)>$/.exec(from.trim());
  if (match?.groups === undefined) return { name: '', address: from.trim() };
  const { name = '', address = '' } = match.groups;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

export function domainOf(from: string): string {
  return senderOf(from).address.split('@').at(-1) ?? 'localhost';
}

/** Prevents automatic replies: RFC 3834, and the header of Exchange. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/**
 * A mail for nodemailer. Mail programs only show one calendar part, so the others are attachments. Addresses are
 * objects, because nodemailer would split text at a comma.
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
