import type { ParsedMail } from 'mailparser';

import type { FaultyMailServer } from '../faulty-mail-server.js';
import type { Trial } from '../trial.js';

/** What the product's letters have at their head; whatever else stands there, somebody has put in. */
const HEADERS: ReadonlySet<string> = new Set([
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
  'x-auto-response-suppress',
]);

/** All letters that have left. */
export class Letters {
  /** So many of them were looked at. */
  private seen = 0;

  constructor(private readonly mailServer: FaultyMailServer) {}

  /** The token of the newest letter that has somebody set a password. */
  passwordToken(address: string): string | null {
    const text = this.mailServer.mailsTo(address).at(-1)?.text ?? '';
    return /set-password#?\??token=([\w-]+)/.exec(text)?.[1] ?? null;
  }

  /**
   * Each that has left since the last look went to one address, from ours, with no header but our own and no link to
   * elsewhere.
   */
  check(trial: Trial, origin: string): void {
    const { mails } = this.mailServer;
    const fresh = mails.slice(this.seen);
    this.seen = mails.length;
    for (const mail of fresh) {
      const odd = [...mail.headers.keys()].filter((name) => !HEADERS.has(name));
      trial.check(odd.length === 0, `a letter has the headers ${odd.join(', ')}`);
      const to = addressesOf(mail);
      trial.check(to.length === 1, `a letter is for ${String(to.length)} addresses`);
      const links = Array.from(
        `${mail.text ?? ''} ${mail.html || ''}`.matchAll(/https?:\/\/[^/\s"<]+/g),
      );
      const foreign = links.filter(([link]) => link !== origin);
      trial.check(foreign.length === 0, `a letter leads to ${String(foreign[0]?.[0])}`);
    }
    const bcc = this.mailServer.attemptsFor('everybody@example.org');
    trial.check(bcc === 0, 'a letter went to an address that stood in a name');
  }
}

function addressesOf({ to }: ParsedMail): unknown[] {
  return (Array.isArray(to) ? to : [to]).flatMap((each) => each?.value ?? []);
}
