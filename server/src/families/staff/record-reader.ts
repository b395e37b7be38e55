import {
  SIMPLE_REST,
  type StaffChild,
  type StaffFamily,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { LabCalendar } from '../../common/lab-time.js';
import { countBound, knownTotal } from '../../common/list-query.js';
import type { Rows } from '../../common/simple-rest.js';
import { Values } from '../../common/sql.js';
import { Environment } from '../../config/environment.js';
import {
  CHILD_JSON,
  confirmationExpired,
  familyDetailsJson,
  familyJson,
  GUARDIAN_JSON,
} from './record-json.js';
import { childConditions, familyConditions, guardianConditions } from './record-filters.js';
import {
  CHILD_LIST,
  FAMILY_LIST,
  GUARDIAN_LIST,
  type List,
  type ListRequest,
} from './record-lists.js';

/** Staff never see drafts, nor who is in them. */
const VISIBLE = `f.state <> 'draft'`;

/** Reads families, guardians and children as staff see them. */
@Injectable()
export class RecordReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calendar: LabCalendar,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /** A family with everybody in it. */
  async family(
    where: { id: number } | { guid: string },
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StaffFamilyDetails | null> {
    const [key, value] = 'id' in where ? ['id', where.id] : ['guid', where.guid];
    const text = `SELECT ${familyDetailsJson('$2')} AS record FROM families f WHERE f.${key} = $1 AND ${VISIBLE}`;
    return this.one(manager, text, [value, this.clock.now()]);
  }

  /** The guid of the family with that address, in lower case. */
  async guidOf(email: string): Promise<string | null> {
    const text = `SELECT f.guid AS record FROM families f WHERE f.email = $1 AND ${VISIBLE}`;
    return this.one(this.dataSource.manager, text, [email]);
  }

  async guardian(
    id: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StaffGuardian | null> {
    const text = `SELECT ${GUARDIAN_JSON} AS record FROM ${GUARDIAN_LIST.from} WHERE g.id = $1 AND ${VISIBLE}`;
    return this.one(manager, text, [id]);
  }

  async child(
    id: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StaffChild | null> {
    const text = `SELECT ${CHILD_JSON} AS record FROM ${CHILD_LIST.from} WHERE c.id = $1 AND ${VISIBLE}`;
    return this.one(manager, text, [id]);
  }

  families(request: ListRequest): Promise<Rows<StaffFamily>> {
    const values = new Values();
    const conditions = familyConditions(request.filter, values, {
      today: this.calendar.today(),
      timeZone: this.environment.labTimeZone,
      expired: () => confirmationExpired(values.add(this.clock.now())),
    });
    return this.page(FAMILY_LIST, request, values, conditions, (own) =>
      familyJson(own.add(this.clock.now())),
    );
  }

  guardians(request: ListRequest): Promise<Rows<StaffGuardian>> {
    const values = new Values();
    const conditions = guardianConditions(request.filter, values);
    return this.page(GUARDIAN_LIST, request, values, conditions, () => GUARDIAN_JSON);
  }

  children(request: ListRequest): Promise<Rows<StaffChild>> {
    const values = new Values();
    const conditions = childConditions(request.filter, values, this.calendar.today());
    return this.page(CHILD_LIST, request, values, conditions, () => CHILD_JSON);
  }

  private async one<Answer>(
    manager: EntityManager,
    text: string,
    values: unknown[],
  ): Promise<Answer | null> {
    const [row] = await manager.query<{ record: Answer }[]>(text, values);
    return row?.record ?? null;
  }

  /** Picks the page's ids first and writes records for these alone; counts apart, where the page does not tell, and not without end. */
  private async page<Row>(
    list: List,
    { order, range }: ListRequest,
    values: Values,
    conditions: readonly string[],
    json: (values: Values) => string,
  ): Promise<Rows<Row>> {
    const where = [VISIBLE, ...conditions].join(' AND ');
    const page = range ?? { offset: 0, limit: SIMPLE_REST.maxRows };
    const counted = values.all();
    const place = { limit: values.add(page.limit), offset: values.add(page.offset) };
    const found = await this.dataSource.query<{ record: Row }[]>(
      `SELECT ${json(values)} AS record
       FROM (SELECT ${list.id} AS page_id FROM ${list.from} WHERE ${where} ORDER BY ${order}
             LIMIT ${place.limit} OFFSET ${place.offset}) page,
         ${list.from} WHERE ${list.id} = page_id ORDER BY ${order}`,
      values.all(),
    );
    const rows = found.map(({ record }) => record);
    const total =
      knownTotal(page, rows.length) ?? (await this.count(list, where, counted, countBound(page)));
    return { rows, total, offset: page.offset };
  }

  private async count(
    list: List,
    where: string,
    values: unknown[],
    bound: number,
  ): Promise<number> {
    const [row] = await this.dataSource.query<{ total: number }[]>(
      `SELECT count(*)::int AS total
       FROM (SELECT FROM ${list.from} WHERE ${where} LIMIT ${String(bound)}) matching`,
      values,
    );
    return row?.total ?? 0;
  }
}
