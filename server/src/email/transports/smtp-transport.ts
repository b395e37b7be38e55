import {
  createTransport,
  type NodemailerError,
  type SMTPPoolOptions,
  type SMTPPoolSentMessageInfo,
  type Transporter,
} from 'nodemailer';

import { DISPATCH, SMTP_TIMEOUT } from '../mail-times.js';
import {
  MailTransport,
  mimeOptions,
  type OutgoingMail,
  PermanentMailError,
  TemporaryMailError,
} from '../mail-transport.js';

/** The server refused the letter itself. Other codes are about the session. */
const REFUSAL_CODES = ['EENVELOPE', 'EMESSAGE'];

/** 5xx responses about the session: our configuration is wrong, so the letters are retried instead of lost. */
const SESSION_ANSWERS = [503, 530, 534, 535, 538];

const NO_CONNECTION = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
const NO_SESSION_TIMEOUTS = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'];

const TIMEOUTS = { ...SMTP_TIMEOUT, deadlineMs: DISPATCH.sendDeadlineMs };
export type SmtpTimeouts = Readonly<Record<keyof typeof TIMEOUTS, number>>;

export class SmtpTransport extends MailTransport {
  private readonly pool: Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>;

  /** @param url `smtp://user:password@host:port` or `smtps://…`. */
  constructor(
    url: string,
    private readonly timeouts: SmtpTimeouts = TIMEOUTS,
  ) {
    super();
    this.pool = createTransport({
      url,
      pool: true,
      maxConnections: DISPATCH.concurrency,
      // For a pooled connection that the server has closed. The outbox does all other retries.
      maxRequeues: 1,
      connectionTimeout: timeouts.connectionMs,
      dnsTimeout: timeouts.connectionMs,
      greetingTimeout: timeouts.greetingMs,
      socketTimeout: timeouts.socketMs,
    });
  }

  override async send(mail: OutgoingMail): Promise<{ answer: string }> {
    try {
      const { response } = await this.pool.sendMail({
        ...mimeOptions(mail),
        signal: AbortSignal.timeout(this.timeouts.deadlineMs),
      });
      return { answer: redactServerAnswer(response, mail.to) };
    } catch (error) {
      throw mailErrorOf(error as NodemailerError, mail.to);
    }
  }

  override close(): void {
    this.pool.close({ force: true });
  }
}

function mailErrorOf(error: NodemailerError, recipient: string): Error {
  const answer = redactServerAnswer(
    error.code === 'EABORT' ? 'The mail server took too long.' : (error.response ?? error.message),
    recipient,
  );
  const { code = '', responseCode = 0 } = error;
  const isRefusal = REFUSAL_CODES.includes(code) && responseCode >= 500 && responseCode < 600;
  if (isRefusal && !SESSION_ANSWERS.includes(responseCode)) {
    return new PermanentMailError(answer, isOfAddress(error));
  }
  return new TemporaryMailError(answer, isUnreachable(error));
}

/** The mailbox does not exist or is disabled (RFC 3463). 5.1.7 and 5.1.8 are about the sender. */
const BAD_ADDRESS = /^(?:5\.1\.(?:[1-6]|10)|5\.2\.1)$/;
const ENHANCED_CODE = /\b5\.\d{1,3}\.\d{1,3}\b/;

function isOfAddress({ command, responseCode = 0, response = '' }: NodemailerError): boolean {
  if (command !== 'RCPT TO') return false;
  const [code] = ENHANCED_CODE.exec(response) ?? [];
  if (code !== undefined) return BAD_ADDRESS.test(code);
  return [550, 551, 553].includes(responseCode) && !/relay|sender/i.test(response);
}

/** Whether the server certainly never received this mail. */
function isUnreachable({
  code,
  originalCode = '',
  timeoutType = 'SOCKET_TIMEOUT',
}: NodemailerError): boolean {
  return (
    code === 'EDNS' ||
    NO_CONNECTION.includes(originalCode) ||
    NO_SESSION_TIMEOUTS.includes(timeoutType)
  );
}

/** Width of the column, in characters. */
const MAX_SERVER_ANSWER = 500;

/** An address: `"jane doe"@example.org` or `jane@example.org`. The lookbehind prevents quadratic matching time. */
const ADDRESS = /(?:"[^"]*"|(?<![^\s<>"'(),:;@[\]])[^\s<>"'(),:;@[\]]+)@[^\s<>"'(),:;@]+/g;
const LINK_TOKEN = /([?&]guid=)[^\s&>)"']+/gi;
const SHORTEST_MASKED_NAME = 3;

/**
 * A mail server's answer in one line, cut to the width of its column. Addresses and link tokens are masked, because
 * servers repeat them.
 * @param recipient whose local part is masked too.
 */
export function redactServerAnswer(answer: string, recipient: string): string {
  const oneLine = answer.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const [name = ''] = recipient.split('@');
  const masked = maskWord(oneLine.replace(ADDRESS, '***'), name).replace(LINK_TOKEN, '$1***');
  return Array.from(masked).slice(0, MAX_SERVER_ANSWER).join('');
}

/** Masks a whole word. */
function maskWord(text: string, word: string): string {
  if (word.length < SHORTEST_MASKED_NAME) return text;
  const literal = word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  // The pattern with the edges of words takes a millisecond to compile, and servers seldom repeat the name.
  if (!new RegExp(literal, 'iu').test(text)) return text;
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu'), '***');
}
