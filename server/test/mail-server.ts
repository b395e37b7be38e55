import type { AddressInfo } from 'node:net';

import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server on loopback that keeps the mails it receives. */
export interface TestMailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly mails: ParsedMail[];
  /** If set, returns the permanent refusal (550) for a recipient. */
  refuseWith: ((recipient: string) => string | undefined) | null;
  close: () => Promise<void>;
}

/** @param port 0: any free one. */
export async function startMailServer(port = 0): Promise<TestMailServer> {
  const mails: ParsedMail[] = [];
  const refuse = (recipient: string): Error | null => {
    const said = made.refuseWith?.(recipient);
    return said === undefined ? null : Object.assign(new Error(said), { responseCode: 550 });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    // A pooled connection of the product would keep it open for half a minute.
    closeTimeout: 200,
    onRcptTo: ({ address }, _session, done) => {
      done(refuse(address));
    },
    onData: (stream, _session, done) => {
      simpleParser(stream).then(
        (mail) => {
          mails.push(mail);
          done();
        },
        (error: unknown) => {
          done(error as Error);
        },
      );
    },
  });
  // A client that dies must not take the server down with it.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.server.address() as AddressInfo;
  let closed: Promise<void> | null = null;
  const made: TestMailServer = {
    refuseWith: null,
    url: `smtp://127.0.0.1:${String(address.port)}`,
    mails,
    close: () =>
      (closed ??= new Promise((resolve) => {
        server.close(resolve);
      })),
  };
  return made;
}

/** The token in the links of a confirmation mail. */
export function tokenIn(mail: ParsedMail): string {
  const token = /confirm-registration\?guid=([\w-]+)/.exec(mail.text ?? '')?.[1];
  if (token === undefined) throw new Error('the mail holds no confirmation link');
  return token;
}
