import { Readable } from 'node:stream';

import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Pauses } from '../common/pauses.js';
import { answerWrittenRows, type Page } from '../common/simple-rest.js';
import type { StaffMember } from '../common/staff.js';
import { Statements } from '../common/statements.js';
import { DeepPages } from './deep-pages.js';
import { ExportPlaces } from './export-places.js';
import { sendWhileRead } from './export-stream.js';
import type { Listing } from './listing.js';
import { Reader } from './reader.js';

/** Who reads which list. */
export interface ListRequest {
  readonly staff: StaffMember;
  /** Names the rows in `Content-Range` and in the audit trail. */
  readonly resource: 'summary' | 'family-guardian-child' | 'registration-report';
  /** What was asked for, without anything personal: for the audit trail, when all of it is read. */
  readonly asked: object;
  readonly listing: Listing;
  /** `null`: all rows. */
  readonly page: Page | null;
}

/** Node warns of a leak from eleven on. */
const STREAM_LISTENERS = 20;

/** More rows than any list has. */
const ALL_ROWS = 2 ** 31 - 1;

/** What the audit trail calls an export. */
export const LIST_EXPORTED = 'list.exported';

/** Answers lists: a page with `Content-Range`, or all rows as a stream, which is an export and leaves an audit row. */
@Injectable()
export class ListAnswers {
  constructor(
    private readonly statements: Statements,
    private readonly reader: Reader,
    private readonly audit: AuditTrail,
    private readonly dataSource: DataSource,
    private readonly places: ExportPlaces,
    private readonly pauses: Pauses,
    private readonly pages: DeepPages,
  ) {}

  async answer(request: ListRequest, response: Response): Promise<void> {
    if (request.page === null) await this.sendAll(request, response);
    else await this.sendPage(request, request.page, response);
  }

  private async sendPage(
    { listing, resource }: ListRequest,
    page: Page,
    response: Response,
  ): Promise<void> {
    answerWrittenRows(response, resource, await this.pages.read(listing, page));
  }

  private async sendAll(request: ListRequest, response: Response): Promise<void> {
    // `HEAD` asks what there would be: nothing is handed out, and nothing written down.
    if (response.req.method === 'HEAD') {
      response.type('application/json').end();
      return;
    }
    await this.places.run(() => this.stream(request, response));
  }

  private async stream(request: ListRequest, response: Response): Promise<void> {
    // Gone while it waited for a place.
    if (response.destroyed) return;
    // Whoever has gone is not waited for, wherever the database is.
    const gone = new AbortController();
    const leave = (): void => {
      gone.abort();
    };
    response.once('close', leave);
    const list = this.reader.list(request.listing.all(), gone.signal);
    // A stream has some listeners of its own beside those that each call has.
    response.setMaxListeners(STREAM_LISTENERS);
    try {
      // Before the first row leaves: nothing is handed out unrecorded, and a fault still has an answer of its own.
      const [first] = await Promise.all([list.next(), this.record(request)]);
      response.type('application/json');
      const rows = Readable.from(following(first, list));
      await sendWhileRead(rows, response, (ms, signal) => this.pauses.pause(ms, signal));
    } catch (error) {
      if (!isAbandoned(error) && error !== gone.signal.reason) throw error;
    } finally {
      response.off('close', leave);
      leave();
      await list.return();
    }
  }

  private async record({ staff, resource, asked, listing }: ListRequest): Promise<void> {
    const count = listing.count(ALL_ROWS);
    const [counted] = await this.statements.rows<{ count: number }>(count, { isNamed: false });
    await this.audit.record(this.dataSource.manager, {
      actor: staff.email,
      action: LIST_EXPORTED,
      subjectType: resource,
      subjectId: null,
      after: { ...asked, rows: counted?.count ?? 0 },
    });
  }
}

/** What was taken already, and the rest. */
async function* following(
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer, void>,
): AsyncGenerator<Buffer, void> {
  if (first.done !== true) yield first.value;
  yield* rest;
}

/** The client has gone away in the middle. */
function isAbandoned(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
