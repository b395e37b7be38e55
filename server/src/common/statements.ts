import { createHash } from 'node:crypto';

import { Injectable, Logger } from '@nestjs/common';
import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';

import { unavailable } from './failures.js';

/** A statement for PostgreSQL with the values of its `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Statements that each connection keeps at most, with their plans: some 50 kB each. */
const MAX_NAMES = 200;
/** As many as lists may take of them: there are more of these than anybody keeps. */
const MAX_LISTS = 150;

/**
 * A pooler gave us a connection that knows no such name, or one that knows it already (PgBouncer before 1.21, or without
 * `max_prepared_statements`): names are of no use here.
 */
const NO_NAMES = new Set(['26000', '42P05']);
/** A migration has changed what the statement answers. */
const OUTDATED_PLAN = '0A000';

/**
 * Reads by statements in the very shape of an answer, past the mapping of entities. PostgreSQL keeps a named statement parsed
 * and planned in each connection; TypeORM, and whatever has no name, is parsed and planned at each call.
 */
@Injectable()
export class Statements {
  private readonly names = new Map<string, string>();
  private readonly logger = new Logger('statements');
  private areNamed = true;
  private areSessionsOwn: boolean | null = null;
  private isFullSaid = false;
  /** Texts that a migration has made answer otherwise. */
  private readonly outdated = new Set<string>();

  constructor(private readonly dataSource: DataSource) {}

  /**
   * The rows that a statement finds.
   * @param isNamed only for texts that come again and again: values stand beside them, never in them.
   * @param isList one of the many that a list's filters, orders and sizes make.
   */
  async rows<Row extends QueryResultRow>(
    { text, values }: Statement,
    { isNamed = true, isList = false } = {},
  ): Promise<Row[]> {
    const name = isNamed ? this.nameOf(text, isList ? MAX_LISTS : MAX_NAMES) : null;
    const query = { text, values: values as unknown[] };
    if (name === null) return (await this.pool.query<Row>(query)).rows;
    try {
      return (await this.pool.query<Row>({ name, ...query })).rows;
    } catch (error) {
      if (!this.isFaultOfName(error)) throw error;
      return (await this.pool.query<Row>(query)).rows;
    }
  }

  /**
   * The rows of a statement that comes again and again, in the transaction of `manager`, if there is one. A fault of its name
   * ends that transaction: behind a pooler it has none, and once a migration has changed what it answers it has none from then on.
   * @throws QueryFailedError for what PostgreSQL refuses, as TypeORM does; 503 at the first meeting with such a migration.
   */
  async rowsIn<Row extends QueryResultRow>(
    { queryRunner }: EntityManager,
    { text, values }: Statement,
  ): Promise<Row[]> {
    try {
      if (queryRunner === undefined) return await this.rows<Row>({ text, values });
      const client = (await queryRunner.connect()) as PoolClient;
      const name = (await this.isOwnSession(client)) ? this.nameOf(text, MAX_NAMES) : null;
      const query = { text, values: values as unknown[] };
      return (await client.query<Row>(name === null ? query : { name, ...query })).rows;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (error.code === OUTDATED_PLAN && !this.outdated.has(text)) {
        this.outdated.add(text);
        throw unavailable();
      }
      throw new QueryFailedError(text, [], error);
    }
  }

  /** Whether PostgreSQL itself has answered the connection: a pooler says another process number than the session's. */
  private async isOwnSession(client: PoolClient): Promise<boolean> {
    if (this.areSessionsOwn === null) {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      this.areSessionsOwn = rows[0]?.pid === (client as unknown as { processID: number }).processID;
    }
    return this.areSessionsOwn;
  }

  /** TypeORM's own pool: it has no way to name a statement or to copy. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  /** The same text has the same name in every process. */
  private nameOf(text: string, most: number): string | null {
    if (!this.areNamed || this.outdated.has(text)) return null;
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (this.names.size >= most) {
      this.sayFull();
      return null;
    }
    const name = createHash('sha1').update(text).digest('hex');
    this.names.set(text, name);
    return name;
  }

  /** A connection forgets no name before it ends, so none is given to another statement. */
  private sayFull(): void {
    if (this.isFullSaid) return;
    this.isFullSaid = true;
    this.logger.warn(
      `${String(this.names.size)} statements are prepared: others are planned at each call until a restart`,
    );
  }

  private isFaultOfName(error: unknown): boolean {
    const code = String((error as { code?: unknown }).code);
    if (NO_NAMES.has(code)) this.areNamed = false;
    return NO_NAMES.has(code) || code === OUTDATED_PLAN;
  }
}
