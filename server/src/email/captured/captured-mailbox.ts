import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { Injectable } from '@nestjs/common';
import type { ParsedMail } from 'mailparser';

import { Environment } from '../../config/environment.js';
import { CAPTURED_MAIL_EXTENSION, capturedMailFolder } from '../transports/captured-transport.js';

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
  /** Header lines as they stand there. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly text: string;
  readonly html: string;
  /** RFC 5322. */
  readonly raw: string;
}

/** No separators, no leading period: never a path out of the folder. */
const ID = /^[A-Za-z0-9-]{1,64}(?:\.[0-9]{1,4})?$/;
const LINK = /https?:\/\/[^\s<>"]+/g;

interface CapturedFile {
  readonly id: string;
  /** Last change, in nanoseconds. */
  readonly at: bigint;
}

/** Reads the mails that were captured instead of sent. */
@Injectable()
export class CapturedMailbox {
  private readonly folder: string;
  /** What was read before, by id, with the time of the file's last change (nanoseconds). */
  private readonly known = new Map<string, { at: bigint; summary: CapturedMailSummary }>();

  constructor(environment: Environment) {
    this.folder = capturedMailFolder(environment.dataDir);
  }

  /**
   * The newest mails first.
   * @returns at most `limit` of them, and how many there are.
   */
  async list(limit: number): Promise<{ mails: CapturedMailSummary[]; total: number }> {
    const files = await this.files();
    const mails = await Promise.all(files.slice(0, limit).map((file) => this.summary(file)));
    return { mails: mails.filter((mail) => mail !== null), total: files.length };
  }

  /** @returns `null` when there is none of that id. */
  async find(id: string): Promise<CapturedMail | null> {
    const raw = await this.rawOf(id);
    if (raw === null) return null;
    const mail = await parse(raw);
    return {
      ...summaryOf(id, mail),
      headers: mail.headerLines.map(({ line }) => {
        const [name = '', ...value] = line.split(':');
        return { name, value: value.join(':').trim() };
      }),
      text: mail.text ?? '',
      html: mail.html === false ? '' : mail.html,
      raw: raw.toString('utf8'),
    };
  }

  private async summary({ id, at }: CapturedFile): Promise<CapturedMailSummary | null> {
    const known = this.known.get(id);
    if (known?.at === at) return known.summary;
    const raw = await this.rawOf(id);
    if (raw === null) return null;
    const summary = summaryOf(id, await parse(raw));
    this.known.set(id, { at, summary });
    return summary;
  }

  /** Newest first. */
  private async files(): Promise<CapturedFile[]> {
    const names = await readdir(this.folder).catch(ignoreMissing<string[]>([]));
    const files = await Promise.all(
      names
        .filter((name) => name.endsWith(CAPTURED_MAIL_EXTENSION))
        .map(async (name) => {
          const file = await stat(join(this.folder, name), { bigint: true }).catch(
            ignoreMissing(null),
          );
          return { id: name.slice(0, -CAPTURED_MAIL_EXTENSION.length), file };
        }),
    );
    return files
      .flatMap(({ id, file }) =>
        // An empty file is a name whose mail is about to come.
        file === null || file.size === 0n || !ID.test(id) ? [] : [{ id, at: file.mtimeNs }],
      )
      .sort((one, other) =>
        one.at === other.at ? one.id.localeCompare(other.id) : one.at > other.at ? -1 : 1,
      );
  }

  private async rawOf(id: string): Promise<Buffer | null> {
    if (!ID.test(id)) return null;
    const raw = await readFile(join(this.folder, `${id}${CAPTURED_MAIL_EXTENSION}`)).catch(
      ignoreMissing(null),
    );
    return raw === null || raw.length === 0 ? null : raw;
  }
}

async function parse(raw: Buffer): Promise<ParsedMail> {
  // Loaded when it is needed: not every server reads captured mail.
  const { simpleParser } = await import('mailparser');
  return simpleParser(raw, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
  });
}

function summaryOf(id: string, mail: ParsedMail): CapturedMailSummary {
  const to = [mail.to ?? []].flat().flatMap((list) => list.value);
  return {
    id,
    messageId: mail.messageId ?? '',
    to: to.map(({ address }) => address ?? '').join(', '),
    subject: mail.subject ?? '',
    date: (mail.date ?? new Date(0)).toISOString(),
    links: [...new Set((mail.text ?? '').match(LINK) ?? [])],
  };
}

function ignoreMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
