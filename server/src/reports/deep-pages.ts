import { createHash } from 'node:crypto';

import { SEARCH } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';

import { Clock } from '../common/clock.js';
import { readWrittenPage, type WrittenPage } from '../common/list-query.js';
import type { Page } from '../common/simple-rest.js';
import { Statements } from '../common/statements.js';
import type { Listing, PageStart } from './listing.js';

/** How long a page begins where it began, in milliseconds. */
const KEPT_MS = 60_000;
const MOST_KEPT = 500;

interface KeptStart {
  readonly start: PageStart;
  /** In milliseconds since 1970. */
  readonly until: number;
}

/**
 * Reads pages. PostgreSQL finds a page by counting to it, which takes longer the deeper it lies; beyond the rows that are counted one by one the
 * process remembers for a minute with which row a page began and ended, and reads the same page and the next one from there. What is
 * written meanwhile before that row moves nothing: whoever leafs on misses no row and sees none twice.
 */
@Injectable()
export class DeepPages {
  private readonly kept = new Map<string, KeptStart>();

  constructor(
    private readonly statements: Statements,
    private readonly clock: Clock,
  ) {}

  async read(listing: Listing, page: Page): Promise<WrittenPage> {
    const isDeep = page.offset >= SEARCH.countedUpTo && listing.hasPlaces;
    if (!isDeep) return readWrittenPage(this.statements, listing.page(page), page);
    const name = nameOf(listing);
    const kept = this.keptAt(name, page.offset);
    if (kept !== null) {
      const written = await this.send(listing.pageFrom(page, kept.start), page);
      // Its rows are gone: how many there are now has to be counted.
      if (written.found > 0) return this.keep(name, written, kept.until);
    }
    const written = await this.send(listing.page(page, { withPlaces: true }), page);
    return this.keep(name, written, this.clock.now().getTime() + KEPT_MS);
  }

  private send(statement: Parameters<typeof readWrittenPage>[1], page: Page): Promise<WrittenPage> {
    return readWrittenPage(this.statements, statement, page);
  }

  private keptAt(name: string, offset: number): KeptStart | null {
    const kept = this.kept.get(keyOf(name, offset));
    if (kept === undefined) return null;
    if (kept.until > this.clock.now().getTime()) return kept;
    this.kept.delete(keyOf(name, offset));
    return null;
  }

  /** For as long as where it was counted to: places that follow from each other would drift. */
  private keep(name: string, page: WrittenPage, until: number): WrittenPage {
    const { first, last, offset, found } = page;
    if (first) this.set(keyOf(name, offset), { start: { row: first, isAfter: false }, until });
    if (last) this.set(keyOf(name, offset + found), { start: { row: last, isAfter: true }, until });
    return page;
  }

  private set(key: string, kept: KeptStart): void {
    this.kept.delete(key);
    this.kept.set(key, kept);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
  }
}

/** Not what was looked for: names and addresses don't stay here. */
function nameOf({ name }: Listing): string {
  return createHash('sha256').update(name).digest('base64');
}

function keyOf(name: string, offset: number): string {
  return `${String(offset)} ${name}`;
}
