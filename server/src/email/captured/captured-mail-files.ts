import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { Injectable } from '@nestjs/common';

import { Environment } from '../../config/environment.js';
import { capturedMailFolder } from '../transports/captured-transport.js';

/**
 * The files of captured mails, for whoever erases them. Each server that captures mail has a folder of its own or shares
 * one: a file that another server has just removed is no fault.
 */
@Injectable()
export class CapturedMailFiles {
  private readonly folder: string;

  constructor(environment: Environment) {
    this.folder = capturedMailFolder(environment.dataDir);
  }

  /** Files that were written at `before` or earlier, half-written ones of a crash included. */
  async until(before: Date): Promise<{ name: string; at: Date }[]> {
    const files = await Promise.all(
      (await this.names()).map(async (name) => {
        const file = await stat(join(this.folder, name)).catch(() => null);
        return file?.isFile() === true && file.mtime <= before ? [{ name, at: file.mtime }] : [];
      }),
    );
    return files.flat();
  }

  /** Names of the files with a mail to this address (lower case). */
  async to(address: string): Promise<string[]> {
    // Loaded when it is needed: not every server reads captured mail.
    const { simpleParser } = await import('mailparser');
    const found: string[] = [];
    for (const name of await this.names()) {
      const raw = await readFile(join(this.folder, name)).catch(() => null);
      if (raw === null) continue;
      const { to } = await simpleParser(raw);
      const addresses = [to ?? []].flat().flatMap((list) => list.value);
      if (addresses.some((each) => each.address?.toLowerCase() === address)) found.push(name);
    }
    return found;
  }

  /** Names of the files of these messages, repeats included. */
  async named(messageIds: readonly string[]): Promise<string[]> {
    const wanted = new Set(messageIds);
    return (await this.names()).filter((name) => wanted.has(name.split('.')[0] ?? ''));
  }

  /** @returns how many were there. */
  async remove(names: readonly string[]): Promise<number> {
    let removed = 0;
    for (const name of names) {
      try {
        // `rm` looks before it removes: of two who have looked, both would count.
        await unlink(join(this.folder, name));
        removed += 1;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return removed;
  }

  private async names(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
