import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTransport } from 'nodemailer';

import { MailTransport, type OutgoingMail } from '../mail-transport.js';
import { mimeOptions } from './mime.js';

/** Captured mails are files named by their Message-ID's local part; a repeat of one gets a counter behind it. */
export const CAPTURED_MAIL_EXTENSION = '.eml';

/** Where captured mails are kept. */
export function capturedMailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

/** Letters hold links that work: nobody but the owner reads them. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Sends nothing: keeps each mail as an RFC 5322 file, where the captured-mail page finds it. */
export class CapturedTransport extends MailTransport {
  private readonly writer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  });

  /** @param folder made when it is missing. */
  constructor(private readonly folder: string) {
    super();
  }

  override async send(mail: OutgoingMail): Promise<{ answer: string }> {
    const { message } = await this.writer.sendMail(mimeOptions(mail));
    await mkdir(this.folder, { recursive: true, mode: FOLDER_MODE });
    const draft = join(this.folder, `.${randomUUID()}.part`);
    try {
      await writeFile(draft, message, { mode: FILE_MODE });
      const name = await this.reserveName(mail.messageId);
      await rename(draft, join(this.folder, name));
      return { answer: `Captured as ${name}` };
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  override close(): void {
    // Nothing is kept open.
  }

  /** An empty file under a free name, which the mail then replaces in one step: no reader sees half a mail. */
  private async reserveName(messageId: string): Promise<string> {
    const stem = (/^<([^@<>]+)@/.exec(messageId)?.[1] ?? '').replace(/[^A-Za-z0-9-]/g, '-');
    for (let counter = 1; ; counter += 1) {
      const name = `${stem}${counter === 1 ? '' : `.${String(counter)}`}${CAPTURED_MAIL_EXTENSION}`;
      try {
        await (await open(join(this.folder, name), 'wx', FILE_MODE)).close();
        return name;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }
}
