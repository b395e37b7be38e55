import { AUDIT_EVENT_SORTS } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';

import { invalidInput } from '../common/failures.js';
import { readPage, type WrittenPage } from '../common/list.js';
import { readFilters, readRange, readSort } from '../common/simple-rest.js';
import { moment } from '../common/sql.js';
import { Statements } from '../common/statements.js';
import { Environment } from '../config/environment.js';

/** A page where nobody says which. */
const FIRST_PAGE = { offset: 0, limit: 100 };

const EXACT_FILTERS = [
  ['actor', 'actor'],
  ['action', 'action'],
  ['subjectType', 'subject_type'],
  ['subjectId', 'subject_id'],
] as const;

/** Reads the audit trail. Events of erased families come without values. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly statements: Statements,
    private readonly environment: Environment,
  ) {}

  /**
   * A page of events, the newest first. Filters: `actor` (any case), `action`, `subjectType`, `subjectId`, and the days `from`
   * and `to`, both included, on the lab's calendar.
   * @throws 400 naming the parameter that is wrong.
   */
  page(query: object): Promise<WrittenPage> {
    const { direction } = readSort(query, AUDIT_EVENT_SORTS, {
      column: 'occurredAt',
      direction: 'DESC',
    });
    const list = {
      from: sql`FROM audit_events AS event`,
      conditions: this.conditions(query),
      order: { key: 'event.occurred_at', direction },
      ids: ['event.id'] as const,
      columns: sql`event.id, ${moment('event.occurred_at')} AS "occurredAt", event.actor, event.action,
        event.subject_type AS "subjectType", event.subject_id AS "subjectId", event.before, event.after`,
      joins: sql`JOIN audit_events AS event ON event.id = page.id1`,
    };
    return readPage(this.statements, list, readRange(query) ?? FIRST_PAGE);
  }

  private conditions(query: object): Sql[] {
    const filters = readFilters(query);
    const conditions: Sql[] = [];
    for (const [name, column] of EXACT_FILTERS) {
      const value = filters.text(name);
      if (value === null) continue;
      // Staff are recorded in lower case, the other actors in one spelling.
      const isAddress = name === 'actor' && value.includes('@');
      conditions.push(sql`event.${raw(column)} = ${isAddress ? value.toLowerCase() : value}`);
    }
    const from = filters.day('from');
    const to = filters.day('to');
    filters.refuseOthers();
    if (from !== null && to !== null && from > to) {
      throw invalidInput([{ field: 'from', message: 'from must not lie after to.' }]);
    }
    const { labTimeZone } = this.environment;
    if (from !== null) {
      conditions.push(sql`event.occurred_at >= ${from}::timestamp AT TIME ZONE ${labTimeZone}`);
    }
    if (to !== null) {
      conditions.push(
        sql`event.occurred_at < (${to}::timestamp + interval '1 day') AT TIME ZONE ${labTimeZone}`,
      );
    }
    return conditions;
  }
}
