import { createHash } from 'node:crypto';

import { Injectable, Logger } from '@nestjs/common';
import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';

/** A statement for PostgreSQL with the values of its `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Statements that each connection keeps at most, with their plans: some 50 kB each. */
const MAX_NAMES = 200;

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

  constructor(private readonly dataSource: DataSource) {}

  /**
   * The rows that a statement finds.
   * @param isNamed only for texts that come again and again: values stand beside them, never in them.
   */
  async rows<Row extends QueryResultRow>(
    { text, values }: Statement,
    { isNamed = true } = {},
  ): Promise<Row[]> {
    const name = isNamed ? this.nameOf(text) : null;
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
   * The rows of a statement that comes again and again, in the transaction of `manager`, if there is one. A fault of its name would
   * end that transaction, so that behind a pooler, which alone causes them, it has none.
   * @throws QueryFailedError for what PostgreSQL refuses, as TypeORM does.
   */
  async rowsIn<Row extends QueryResultRow>(
    { queryRunner }: EntityManager,
    { text, values }: Statement,
  ): Promise<Row[]> {
    try {
      if (queryRunner === undefined) return await this.rows<Row>({ text, values });
      const client = (await queryRunner.connect()) as PoolClient;
      const name = (await this.isOwnSession(client)) ? this.nameOf(text) : null;
      const query = { text, values: values as unknown[] };
      return (await client.query<Row>(name === null ? query : { name, ...query })).rows;
    } catch (error) {
      throw error instanceof pg.DatabaseError ? new QueryFailedError(text, [], error) : error;
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

  /** TypeORM's own pool: it has no way to name a statement or to hold a cursor. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  /** The same text has the same name in every process. */
  private nameOf(text: string): string | null {
    if (!this.areNamed) return null;
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (this.names.size >= MAX_NAMES) {
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
      `${String(MAX_NAMES)} statements are prepared: any other one is planned at each call until a restart`,
    );
  }

  private isFaultOfName(error: unknown): boolean {
    const code = String((error as { code?: unknown }).code);
    if (NO_NAMES.has(code)) this.areNamed = false;
    return NO_NAMES.has(code) || code === OUTDATED_PLAN;
  }
}
