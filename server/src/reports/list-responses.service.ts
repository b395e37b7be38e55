import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';

import { type ExportedGrid, SEARCH, type SearchCount } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { unauthorized } from '../common/http-error.js';
import type { Moment } from '../common/lab.js';
import { allSql, countSql, type List, type Page, readPage } from '../common/list.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { SessionRecord } from '../common/session.entity.js';
import { contentRange, sendPage } from '../common/simple-rest.js';
import type { StaffMember } from '../common/staff.js';
import { withoutTimeout } from '../common/timed-client.js';
import { poolOf, rowsOf } from '../common/statements.js';
import { asList, copyRows } from './copy-list.js';
import type { SearchQueryDto } from './reports.dto.js';
import { searchCountsSql } from './search.sql.js';

/** Limits that keep exports from blocking all other calls. */
export const EXPORT = {
  /** Concurrent exports of one process. Each holds a connection, and briefly a second one: the pool has ten. */
  atOnce: 3,
  /** An export is aborted if its client reads nothing for this long, in milliseconds. */
  idleMs: 30_000,
  /** The longest export, in milliseconds. */
  longestMs: 600_000,
};

/** A semaphore for exports: each holds a database connection, and other calls need some too. */
@Injectable()
export class ExportSlotsService {
  private free = EXPORT.atOnce;
  private readonly waiting: (() => void)[] = [];

  /** Runs `work` when a slot is free, in the order of the calls. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => void this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}

export interface ListRequest {
  readonly staff: StaffMember;
  /** Names the rows in `Content-Range` and in the audit trail. */
  readonly resource: 'summary' | 'family-guardian-child' | 'registration-report' | ExportedGrid;
  /** The query without personal data: the audit trail records it for an export. */
  readonly auditedQuery: object;
  readonly list: List;
  readonly page: Page | null;
}

/** Read-only. JIT would take longer than it saves. The limits of `EXPORT` end a slow client before this timeout. */
const BEGIN = `BEGIN READ ONLY; SET LOCAL jit = off; SET LOCAL statement_timeout = ${String(EXPORT.longestMs + 60_000)}`;

/** More rows than any list has. */
const ALL_ROWS = 2 ** 31 - 1;

/** Sends lists: a page with `Content-Range`, or an audited export that streams all rows. */
@Injectable()
export class ListResponsesService {
  constructor(
    private readonly audit: AuditTrail,
    private readonly dataSource: DataSource,
    private readonly slots: ExportSlotsService,
  ) {}

  async send(request: ListRequest, response: Response): Promise<void> {
    const { list, page, resource } = request;
    if (page === null) await this.sendAll(request, response);
    else sendPage(response, resource, await readPage(this.dataSource, list, page));
  }

  async countSearch(search: SearchQueryDto, at: Moment): Promise<SearchCount> {
    const counts = searchCountsSql(search, at, SEARCH.countedUpTo + 1);
    const [counted] = await rowsOf<SearchCount>(this.dataSource, counts);
    return counted ?? { families: 0, children: 0 };
  }

  private async sendAll(request: ListRequest, response: Response): Promise<void> {
    // `HEAD` only returns the count. It is not an export, so it is not audited.
    if (response.req.method === 'HEAD') {
      this.begin(request, await this.count(request), response);
      response.end();
      return;
    }
    await this.slots.run(() => this.stream(request, response));
  }

  private async stream(request: ListRequest, response: Response): Promise<void> {
    // The client left while waiting for a slot.
    if (response.destroyed) return;
    // The session may have ended while waiting.
    const session = { sid: response.req.sessionID, userId: request.staff.id };
    if (!(await this.dataSource.manager.existsBy(SessionRecord, session))) {
      throw unauthorized(STAFF_MESSAGES.loginNeeded);
    }
    const gone = new AbortController();
    response.once('close', () => {
      // The response also closes after it was sent completely.
      if (!response.writableFinished) gone.abort();
    });
    const client = await poolOf(this.dataSource).connect();
    const longest = setTimeout(() => gone.abort(), EXPORT.longestMs);
    let isWhole = false;
    try {
      await client.query(BEGIN);
      const rows = await copyRows(client, allSql(request.list));
      // Audited before the first row is sent: until then, an error can still be the response. Sorting may take long.
      response.setTimeout(EXPORT.longestMs);
      const first = withoutTimeout(client, () => once(rows, 'readable', { signal: gone.signal }));
      const [count] = await Promise.all([this.record(request), first]);
      this.begin(request, count, response);
      response.setTimeout(EXPORT.idleMs);
      // Needs the signal: while waiting for PostgreSQL, the pipeline doesn't notice that the client has left.
      await pipeline(rows, asList, response, { signal: gone.signal });
      await client.query('COMMIT');
      isWhole = true;
    } catch (error) {
      if (!isAbandoned(error)) throw error;
      // The time may run out before the first row. Then nothing else ends the response.
      response.destroy();
    } finally {
      clearTimeout(longest);
      // After an error, closing the connection also ends its transaction.
      client.release(!isWhole);
    }
  }

  private begin({ resource }: ListRequest, count: number, response: Response): void {
    response.setHeader('Content-Range', contentRange(resource, 0, count, count));
    response.type('application/json');
  }

  private async count({ list }: ListRequest): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(this.dataSource, countSql(list, ALL_ROWS));
    return row?.count ?? 0;
  }

  private async record(request: ListRequest): Promise<number> {
    const count = await this.count(request);
    await this.audit.record(this.dataSource.manager, {
      actor: request.staff.email,
      action: 'list.exported',
      subjectType: request.resource,
      subjectId: null,
      after: { ...request.auditedQuery, rows: count },
    });
    return count;
  }
}

/** The client has left, or a limit of `EXPORT` was reached. */
function isAbandoned(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}
