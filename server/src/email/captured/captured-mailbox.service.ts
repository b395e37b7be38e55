import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Injectable } from '@nestjs/common';

import { Environment } from '../../config/environment.js';
import { MailTransport, type OutgoingMail } from '../mail-transport.js';

type StoredMail = Omit<OutgoingMail, 'date'> & { readonly date: string };

export interface CapturedMail extends StoredMail {
  /** Names it in addresses: the Message-ID's local part, and a counter behind a period for a repeat. */
  readonly id: string;
  /** The web links of its text part, in order, each once. */
  readonly links: readonly string[];
}

/** No separators, no leading period: never a path out of the folder. */
const ID = /^[A-Za-z0-9-]{1,64}(?:\.[0-9]{1,4})?$/;
const EXTENSION = '.json';
const LINK = /https?:\/\/[^\s<>"]+/g;

/** Letters hold links that work: nobody but the owner reads them. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Sends nothing: keeps each mail as JSON, in a file that is named by its Message-ID's local part. Shows these mails,
 * and erases them. Servers may share the folder: a file that another one has just removed is no fault.
 */
@Injectable()
export class CapturedMailbox extends MailTransport {
  private readonly folder: string;

  constructor({ dataDir }: Environment) {
    super();
    this.folder = join(dataDir, 'mail');
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

  /** @returns at most `limit` mails, the newest first, and how many there are. */
  async list(limit: number): Promise<{ mails: CapturedMail[]; total: number }> {
    const files = (await this.files())
      .filter(({ name }) => name.endsWith(EXTENSION))
      .sort((one, other) => other.at - one.at || one.name.localeCompare(other.name));
    const newest = files.slice(0, limit);
    const mails = await Promise.all(
      newest.map(({ name }) => this.find(name.slice(0, -EXTENSION.length))),
    );
    return { mails: mails.filter((mail) => mail !== null), total: files.length };
  }

  /** @returns `null` when there is none of that id. */
  async find(id: string): Promise<CapturedMail | null> {
    if (!ID.test(id)) return null;
    const file = join(this.folder, `${id}${EXTENSION}`);
    const stored = await readFile(file, 'utf8').catch(ignoreMissing(null));
    if (stored === null) return null;
    const mail = JSON.parse(stored) as StoredMail;
    return { calendars: [], ...mail, id, links: [...new Set(mail.text.match(LINK) ?? [])] };
  }

  /** Files that were written at `before` or earlier, half-written ones of a crash included. */
  async until(before: Date): Promise<{ name: string; at: number }[]> {
    return (await this.files()).filter(({ at }) => at <= before.getTime());
  }

  /** Names of the files with a mail to this address (lower case), or of these messages, repeats included. */
  async about(address: string, messageIds: readonly string[]): Promise<string[]> {
    const wanted = new Set(messageIds);
    const { mails } = await this.list(Infinity);
    return mails
      .filter(({ to, id }) => to.toLowerCase() === address || wanted.has(id.split('.')[0] ?? ''))
      .map(({ id }) => id + EXTENSION);
  }

  async remove(names: readonly string[]): Promise<number> {
    // `rm` looks before it removes: of two who have looked, both would count.
    const removed = await Promise.all(
      names.map((name) => unlink(join(this.folder, name)).then(() => true, ignoreMissing(false))),
    );
    return removed.filter(Boolean).length;
  }

  /** Gives the draft the first free name. A link appears whole or not at all: no reader sees half a mail. */
  private async publish(draft: string, messageId: string): Promise<string> {
    const stem = (/^<([^@<>]+)@/.exec(messageId)?.[1] ?? '').replace(/[^A-Za-z0-9-]/g, '-');
    for (let counter = 1; ; counter += 1) {
      const name = `${stem}${counter === 1 ? '' : `.${String(counter)}`}${EXTENSION}`;
      try {
        await link(draft, join(this.folder, name));
        return name;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  /** With their last change, in milliseconds. */
  private async files(): Promise<{ name: string; at: number }[]> {
    const names = await readdir(this.folder).catch(ignoreMissing<string[]>([]));
    const files = await Promise.all(
      names.map(async (name) => {
        const file = await stat(join(this.folder, name)).catch(ignoreMissing(null));
        return file?.isFile() === true ? [{ name, at: file.mtimeMs }] : [];
      }),
    );
    return files.flat();
  }
}

function ignoreMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
