import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { Injectable } from '@nestjs/common';

import { Environment } from '../../config/environment.js';
import { mimeOptions, type OutgoingMail } from '../mail-transport.js';
import {
  CAPTURED_MAIL_EXTENSION,
  capturedMailFolder,
  sourceOf,
} from '../transports/captured-transport.js';

/** A captured mail in a list. */
export interface CapturedMailSummary {
  /** Names it in addresses: the Message-ID's local part, and a counter behind a period for a repeat. */
  readonly id: string;
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  /** ISO 8601, UTC. */
  readonly date: string;
  /** The web links of its text part, in order, each once. */
  readonly links: readonly string[];
}

export interface CapturedMail extends CapturedMailSummary {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly text: string;
  readonly html: string;
}

/** A mail as its file holds it. */
type Stored = Omit<OutgoingMail, 'date'> & { readonly date: string };

/** No separators, no leading period: never a path out of the folder. */
const ID = /^[A-Za-z0-9-]{1,64}(?:\.[0-9]{1,4})?$/;
const LINK = /https?:\/\/[^\s<>"]+/g;

/**
 * The mails that were captured instead of sent: shown, and erased. Servers may share the folder: a file that another one
 * has just removed is no fault.
 */
@Injectable()
export class CapturedMailbox {
  private readonly folder: string;

  constructor(environment: Environment) {
    this.folder = capturedMailFolder(environment.dataDir);
  }

  /**
   * The newest mails first.
   * @returns at most `limit` of them, and how many there are.
   */
  async list(limit: number): Promise<{ mails: CapturedMailSummary[]; total: number }> {
    const files = (await this.files())
      .flatMap(({ name, at }) => {
        const id = name.endsWith(CAPTURED_MAIL_EXTENSION)
          ? name.slice(0, -CAPTURED_MAIL_EXTENSION.length)
          : '';
        return ID.test(id) ? [{ id, at }] : [];
      })
      .sort((one, other) => other.at - one.at || one.id.localeCompare(other.id));
    const mails = await Promise.all(
      files.slice(0, limit).map(async ({ id }) => {
        const mail = await this.read(id);
        return mail === null ? [] : [summaryOf(id, mail)];
      }),
    );
    return { mails: mails.flat(), total: files.length };
  }

  /** @returns `null` when there is none of that id. */
  async find(id: string): Promise<CapturedMail | null> {
    const mail = await this.read(id);
    if (mail === null) return null;
    const { from, to, replyTo, date, messageId, subject, text, html } = mail;
    const headers = Object.entries({
      From: from,
      To: to,
      'Reply-To': replyTo,
      Subject: subject,
      Date: date,
      'Message-ID': messageId,
      ...(mimeOptions({ ...mail, date: new Date(date) }).headers as Record<string, string>),
    }).map(([name, value]) => ({ name, value }));
    return { ...summaryOf(id, mail), headers, text, html };
  }

  /** The mail as it would have been sent (RFC 5322); `null` when there is none of that id. */
  async raw(id: string): Promise<string | null> {
    const mail = await this.read(id);
    if (mail === null) return null;
    return sourceOf({ ...mail, date: new Date(mail.date) });
  }

  /** Files that were written at `before` or earlier, half-written ones of a crash included. */
  async until(before: Date): Promise<{ name: string; at: Date }[]> {
    return (await this.files())
      .map(({ name, at }) => ({ name, at: new Date(at) }))
      .filter(({ at }) => at <= before);
  }

  /** Names of the files with a mail to this address (lower case). */
  async to(address: string): Promise<string[]> {
    const { mails } = await this.list(Infinity);
    return mails
      .filter(({ to }) => to.toLowerCase() === address)
      .map(({ id }) => `${id}${CAPTURED_MAIL_EXTENSION}`);
  }

  /** Names of the files of these messages, repeats included. */
  async named(messageIds: readonly string[]): Promise<string[]> {
    const wanted = new Set(messageIds);
    return (await this.names()).filter((name) => wanted.has(name.split('.')[0] ?? ''));
  }

  /** @returns how many were there. */
  async remove(names: readonly string[]): Promise<number> {
    // `rm` looks before it removes: of two who have looked, both would count.
    const removed = await Promise.all(
      names.map((name) => unlink(join(this.folder, name)).then(() => true, ignoreMissing(false))),
    );
    return removed.filter(Boolean).length;
  }

  /** With their last change, in milliseconds. */
  private async files(): Promise<{ name: string; at: number }[]> {
    const files = await Promise.all(
      (await this.names()).map(async (name) => {
        const file = await stat(join(this.folder, name)).catch(ignoreMissing(null));
        return file?.isFile() === true ? [{ name, at: file.mtimeMs }] : [];
      }),
    );
    return files.flat();
  }

  private names(): Promise<string[]> {
    return readdir(this.folder).catch(ignoreMissing<string[]>([]));
  }

  private async read(id: string): Promise<Stored | null> {
    if (!ID.test(id)) return null;
    const file = join(this.folder, `${id}${CAPTURED_MAIL_EXTENSION}`);
    const text = await readFile(file, 'utf8').catch(ignoreMissing(null));
    return text === null ? null : (JSON.parse(text) as Stored);
  }
}

function summaryOf(
  id: string,
  { messageId, to, subject, date, text }: Stored,
): CapturedMailSummary {
  return { id, messageId, to, subject, date, links: [...new Set(text.match(LINK) ?? [])] };
}

function ignoreMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
