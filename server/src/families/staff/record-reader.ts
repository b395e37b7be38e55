import {
  SIMPLE_REST,
  type StaffChild,
  type StaffFamilyDetails,
  type StaffGuardian,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { LabCalendar } from '../../common/lab-time.js';
import { windowOf, pageText, readWrittenPage, type WrittenPage } from '../../common/list-query.js';
import { Values } from '../../common/sql.js';
import { Statements } from '../../common/statements.js';
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

function oneRecord(json: string, from: string, key: string): string {
  return `SELECT (${json})::text AS record FROM ${from} WHERE ${key} = $1 AND ${VISIBLE}`;
}

// Put together once: `$2` is the moment.
const FAMILY_BY_ID = oneRecord(familyDetailsJson('$2'), FAMILY_LIST.from, 'f.id');
const FAMILY_BY_GUID = oneRecord(familyDetailsJson('$2'), FAMILY_LIST.from, 'f.guid');
const GUID_BY_EMAIL = oneRecord('f.guid', FAMILY_LIST.from, 'f.email');
const GUARDIAN_BY_ID = oneRecord(GUARDIAN_JSON, GUARDIAN_LIST.from, 'g.id');
const CHILD_BY_ID = oneRecord(CHILD_JSON, CHILD_LIST.from, 'c.id');
/** On a page of families the moment is `$1`. */
const FAMILY_JSON = familyJson('$1');

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
    const [text, value] = 'id' in where ? [FAMILY_BY_ID, where.id] : [FAMILY_BY_GUID, where.guid];
    return this.one(manager, text, [value, this.clock.now()]);
  }

  /** The guid of the family with that address, in lower case. */
  guidOf(email: string): Promise<string | null> {
    return this.one(undefined, GUID_BY_EMAIL, [email]);
  }

  async guardian(id: number, manager?: EntityManager): Promise<StaffGuardian | null> {
    const text = await this.one(manager, GUARDIAN_BY_ID, [id]);
    return text === null ? null : (JSON.parse(text) as StaffGuardian);
  }

  async child(id: number, manager?: EntityManager): Promise<StaffChild | null> {
    const text = await this.one(manager, CHILD_BY_ID, [id]);
    return text === null ? null : (JSON.parse(text) as StaffChild);
  }

  families(request: ListRequest): Promise<WrittenPage> {
    const values = new Values();
    const now = values.add(this.clock.now());
    const conditions = familyConditions(request.filter, values, {
      today: this.calendar.today(),
      timeZone: this.environment.labTimeZone,
      expired: () => confirmationExpired(now),
    });
    return this.page(FAMILY_LIST, request, values, conditions, FAMILY_JSON);
  }

  guardians(request: ListRequest): Promise<WrittenPage> {
    const values = new Values();
    const conditions = guardianConditions(request.filter, values);
    return this.page(GUARDIAN_LIST, request, values, conditions, GUARDIAN_JSON);
  }

  children(request: ListRequest): Promise<WrittenPage> {
    const values = new Values();
    const conditions = childConditions(request.filter, values, this.calendar.today());
    return this.page(CHILD_LIST, request, values, conditions, CHILD_JSON);
  }

  private async one(
    manager: EntityManager | undefined,
    text: string,
    values: unknown[],
  ): Promise<string | null> {
    const [row] =
      manager === undefined
        ? await this.statements.rows<{ record: string }>({ text, values })
        : await manager.query<{ record: string }[]>(text, values);
    return row?.record ?? null;
  }

  /** Picks the page's ids first and writes records for these alone; counts where the page does not tell, and not without end. */
  private page(
    list: List,
    { order, range }: ListRequest,
    values: Values,
    conditions: readonly string[],
    json: string,
  ): Promise<WrittenPage> {
    const where = [VISIBLE, ...conditions].join(' AND ');
    const page = range ?? { offset: 0, limit: SIMPLE_REST.maxRows };
    const place = windowOf(page, (value) => values.add(value));
    const text = pageText(
      {
        with: '',
        shown: `SELECT ${json} AS record
          FROM (SELECT ${list.id} AS page_id FROM ${list.from} WHERE ${where} ORDER BY ${order}
                ${place.few}) page,
            ${list.from} WHERE ${list.id} = page_id ORDER BY ${order}`,
        row: 'shown.record',
        count: `SELECT count(*)
          FROM (SELECT FROM ${list.from} WHERE ${where} LIMIT ${place.bound()}) matching`,
      },
      page.limit,
      place,
    );
    return readWrittenPage(this.statements, { text, values: values.all() }, page);
  }
}
