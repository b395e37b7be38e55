import { randomUUID } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTransport } from 'nodemailer';

import { MailTransport, mimeOptions, type OutgoingMail } from '../mail-transport.js';

/** Captured mails are files named by their Message-ID's local part; a repeat of one gets a counter behind it. */
export const CAPTURED_MAIL_EXTENSION = '.json';

/** Where captured mails are kept. */
export function capturedMailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

/** Letters hold links that work: nobody but the owner reads them. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Sends nothing: keeps each mail as it was handed over, as JSON, where the captured-mail page finds it. */
export class CapturedTransport extends MailTransport {
  /** @param folder made when it is missing. */
  constructor(private readonly folder: string) {
    super();
  }

  override async send(mail: OutgoingMail): Promise<{ answer: string }> {
    await mkdir(this.folder, { recursive: true, mode: FOLDER_MODE });
    const draft = join(this.folder, `.${randomUUID()}.part`);
    try {
      await writeFile(draft, JSON.stringify(mail), { mode: FILE_MODE });
      return { answer: `Captured as ${await this.publish(draft, mail.messageId)}` };
    } finally {
      await rm(draft, { force: true });
    }
  }

  override close(): void {
    // Nothing is kept open.
  }

  /** Gives the draft the first free name. A link appears whole or not at all: no reader sees half a mail. */
  private async publish(draft: string, messageId: string): Promise<string> {
    const stem = (/^<([^@<>]+)@/.exec(messageId)?.[1] ?? '').replace(/[^A-Za-z0-9-]/g, '-');
    for (let counter = 1; ; counter += 1) {
      const name = `${stem}${counter === 1 ? '' : `.${String(counter)}`}${CAPTURED_MAIL_EXTENSION}`;
      try {
        await link(draft, join(this.folder, name));
        return name;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }
}

/** A mail as it would have been sent (RFC 5322). */
export async function sourceOf(mail: OutgoingMail): Promise<string> {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await writer.sendMail(mimeOptions(mail));
  return (message as Buffer).toString('utf8');
}
