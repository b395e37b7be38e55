import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Injectable } from '@nestjs/common';

import { Environment } from '../../config/environment.js';
import { MailTransport, type OutgoingMail } from '../mail-transport.js';

type StoredMail = Omit<OutgoingMail, 'date'> & { readonly date: string };

export interface CapturedMail extends StoredMail {
  /** The Message-ID's local part. If a mail is sent again, its id also has a period and a counter. */
  readonly id: string;
  /** The links of the text part, without duplicates. */
  readonly links: readonly string[];
}

/** No separator and no leading period, so a path never leaves the folder. */
const ID = /^[A-Za-z0-9-]{1,64}(?:\.[0-9]{1,4})?$/;
const EXTENSION = '.json';
const LINK = /https?:\/\/[^\s<>"]+/g;

/** Only the owner may read letters, because their links work. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Keeps each mail as a JSON file named by the local part of its Message-ID. Several servers may share the folder, so a
 * file that has just been removed is no error.
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
    // Nothing to close.
  }

  /** @returns at most `limit` mails, newest first, and the total number. */
  async list(limit: number): Promise<{ mails: CapturedMail[]; total: number }> {
    const files = (await this.files())
      .filter(({ name }) => name.endsWith(EXTENSION))
      .sort((one, other) => other.at - one.at || one.name.localeCompare(other.name));
    const newest = files.slice(0, limit);
    const mails = await Promise.all(newest.map(({ name }) => this.find(idOf(name))));
    return { mails: mails.filter((mail) => mail !== null), total: files.length };
  }

  async find(id: string): Promise<CapturedMail | null> {
    if (!ID.test(id)) return null;
    const stored = await this.read(`${id}${EXTENSION}`);
    if (stored === '') return null;
    const mail = JSON.parse(stored) as StoredMail;
    return { calendars: [], ...mail, id, links: [...new Set(mail.text.match(LINK) ?? [])] };
  }

  /** Files written at `before` or earlier, including drafts of killed processes. */
  async until(before: Date): Promise<{ name: string; at: number }[]> {
    return (await this.files()).filter(({ at }) => at <= before.getTime());
  }

  /** Names of files with mail to this address (lower case), or of these messages, including repeats. */
  async about(address: string, messageIds: readonly string[]): Promise<string[]> {
    const recipient = `"to":${JSON.stringify(address)}`;
    const found: string[] = [];
    // One at a time: there may be more mails than files that a process may open.
    for (const { name } of await this.files()) {
      const isOne = messageIds.includes(name.split('.')[0] ?? '');
      // Searches the text, because a killed process may have left incomplete JSON.
      const isTo = (await this.read(name)).toLowerCase().includes(recipient);
      if (isOne || isTo) found.push(name);
    }
    return found;
  }

  async remove(names: readonly string[]): Promise<number> {
    // `unlink`, because two calls of `rm` for one file may both succeed.
    const removed = await Promise.all(
      names.map((name) => unlink(join(this.folder, name)).then(() => true, ignoreMissing(false))),
    );
    return removed.filter(Boolean).length;
  }

  /** Gives the draft the first free name. A hard link is atomic, so nobody reads half a mail. */
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

  private read(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8').catch(ignoreMissing(''));
  }

  /** All files, with the time of their last change in milliseconds. */
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

const idOf = (name: string): string => name.slice(0, -EXTENSION.length);

function ignoreMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
