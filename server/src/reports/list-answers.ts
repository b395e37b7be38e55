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
import { jsonWriter } from './json-rows.js';
import type { Listing } from './listing.js';
import { type Batch, Reader } from './reader.js';

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
    // Before the first row leaves: nothing is handed out unrecorded.
    const count = request.listing.count(ALL_ROWS);
    const [counted] = await this.statements.rows<{ count: number }>(count, { isNamed: false });
    await this.audit.record(this.dataSource.manager, {
      actor: request.staff.email,
      action: LIST_EXPORTED,
      subjectType: request.resource,
      subjectId: null,
      after: { ...request.asked, rows: counted?.count ?? 0 },
    });
    await this.places.run(() => this.stream(request.listing, response));
  }

  private async stream(listing: Listing, response: Response): Promise<void> {
    // Gone while it waited for a place.
    if (response.destroyed) return;
    const batches = this.reader.batches(listing.all());
    // A stream has some listeners of its own beside those that each call has.
    response.setMaxListeners(STREAM_LISTENERS);
    try {
      // Before the first byte, so that a fault still has an answer of its own.
      const first = await batches.next();
      response.type('application/json');
      const rows = Readable.from(jsonList(first, batches));
      await sendWhileRead(rows, response, (ms, signal) => this.pauses.pause(ms, signal));
    } catch (error) {
      if (!isAbandoned(error)) throw error;
    } finally {
      await batches.return();
    }
  }
}

/** The batches as one JSON list, a piece of text each. */
async function* jsonList(
  first: IteratorResult<Batch, void>,
  rest: AsyncGenerator<Batch, void>,
): AsyncGenerator<string, void> {
  if (first.done === true) {
    yield '[]';
    return;
  }
  const write = jsonWriter(first.value.fields);
  yield `[${write(first.value.rows)}`;
  for await (const { rows } of rest) yield `,\n${write(rows)}`;
  yield ']';
}

/** The client has gone away in the middle. */
function isAbandoned(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
