import {
  SIMPLE_REST,
  type StaffChild,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { EntityManager } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { LabCalendar } from '../../common/lab-time.js';
import { type List, readPage, type WrittenPage } from '../../common/list.js';
import { readRange } from '../../common/simple-rest.js';
import { Statements } from '../../common/statements.js';
import { Environment } from '../../config/environment.js';
import { VISIBLE } from '../families.sql.js';
import { CHILD_JSON, familyDetailsJson, GUARDIAN_JSON } from './record-json.js';
import { childGrid, familyGrid, guardianGrid, type Moment } from './records.sql.js';

/** Where no `range` is sent. */
const FIRST_PAGE = { offset: 0, limit: SIMPLE_REST.maxRows };

/**
 * Reads families, guardians and children as staff see them: as the text that PostgreSQL has written of them, to be sent as it is,
 * or as objects. Within a transaction, whoever reads gives its manager.
 */
@Injectable()
export class RecordReader {
  constructor(
    private readonly statements: Statements,
    private readonly calendar: LabCalendar,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /** A family with everybody in it. */
  async family(
    where: { id: number } | { guid: string },
    manager?: EntityManager,
  ): Promise<StaffFamilyDetails | null> {
    const text = await this.familyText(where, manager);
    return text === null ? null : (JSON.parse(text) as StaffFamilyDetails);
  }

  /** The same as JSON. */
  familyText(
    where: { id: number } | { guid: string },
    manager?: EntityManager,
  ): Promise<string | null> {
    const key = 'id' in where ? sql`family.id = ${where.id}` : sql`family.guid = ${where.guid}`;
    const json = familyDetailsJson(this.clock.now());
    return this.one(
      manager,
      sql`SELECT (${json})::text AS record FROM families AS family WHERE ${key}`,
    );
  }

  /** The guid of the family with that address, in lower case. */
  guidOf(email: string): Promise<string | null> {
    const guid = sql`SELECT family.guid::text AS record FROM families AS family`;
    return this.one(undefined, sql`${guid} WHERE family.email = ${email}`);
  }

  async guardian(id: number, manager?: EntityManager): Promise<StaffGuardian | null> {
    const text = await this.one(
      manager,
      sql`SELECT (${GUARDIAN_JSON})::text AS record
        FROM guardians AS guardian JOIN families AS family ON family.id = guardian.family_id WHERE guardian.id = ${id}`,
    );
    return text === null ? null : (JSON.parse(text) as StaffGuardian);
  }

  async child(id: number, manager?: EntityManager): Promise<StaffChild | null> {
    const text = await this.one(
      manager,
      sql`SELECT (${CHILD_JSON})::text AS record
        FROM children AS child JOIN families AS family ON family.id = child.family_id WHERE child.id = ${id}`,
    );
    return text === null ? null : (JSON.parse(text) as StaffChild);
  }

  /** Pages of the grids. @throws 400 naming the parameter. */
  families(query: object): Promise<WrittenPage> {
    return this.page(query, familyGrid(query, this.moment()));
  }

  guardians(query: object): Promise<WrittenPage> {
    return this.page(query, guardianGrid(query));
  }

  children(query: object): Promise<WrittenPage> {
    return this.page(query, childGrid(query, this.moment()));
  }

  private page(query: object, list: List): Promise<WrittenPage> {
    return readPage(this.statements, list, readRange(query) ?? FIRST_PAGE);
  }

  private moment(): Moment {
    const { labTimeZone: timeZone } = this.environment;
    return { now: this.clock.now(), today: this.calendar.today(), timeZone };
  }

  private async one(manager: EntityManager | undefined, record: Sql): Promise<string | null> {
    const statement = sql`${record} AND ${VISIBLE}`;
    const [row] =
      manager === undefined
        ? await this.statements.rows<{ record: string }>(statement)
        : await manager.query<{ record: string }[]>(statement.text, statement.values);
    return row?.record ?? null;
  }
}
