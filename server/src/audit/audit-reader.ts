import { AUDIT_EVENT_SORTS, type AuditEventRow } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { invalidInput } from '../common/failures.js';
import { readFilters, readPage } from '../common/list-query.js';
import { readRange, readSort, type Rows } from '../common/simple-rest.js';
import { Values } from '../common/sql.js';
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
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
  ) {}

  /**
   * A page of events, the newest first. Filters: `actor` (any case), `action`, `subjectType`, `subjectId`, and the days `from`
   * and `to`, both included, on the lab's calendar.
   * @throws 400 naming the parameter that is wrong.
   */
  async page(query: object): Promise<Rows<AuditEventRow>> {
    const { direction } = readSort(query, AUDIT_EVENT_SORTS, {
      column: 'occurredAt',
      direction: 'DESC',
    });
    const values = new Values();
    const found = await readPage<Omit<AuditEventRow, 'id'> & { id: string }>(
      this.dataSource.manager,
      {
        columns: `id, occurred_at AS "occurredAt", actor, action, subject_type AS "subjectType",
          subject_id AS "subjectId", before, after`,
        source: `FROM audit_events WHERE ${this.conditions(query, values).join(' AND ')}`,
        order: `occurred_at ${direction}, id ${direction}`,
        values: values.all(),
      },
      readRange(query) ?? FIRST_PAGE,
    );
    return { ...found, rows: found.rows.map((row) => ({ ...row, id: Number(row.id) })) };
  }

  private conditions(query: object, values: Values): string[] {
    const filters = readFilters(query);
    const conditions = ['true'];
    for (const [name, column] of EXACT_FILTERS) {
      const value = filters.text(name);
      if (value === null) continue;
      // Staff are recorded in lower case, the other actors in one spelling.
      const isAddress = name === 'actor' && value.includes('@');
      conditions.push(`${column} = ${values.add(isAddress ? value.toLowerCase() : value)}`);
    }
    const from = filters.day('from');
    const to = filters.day('to');
    filters.refuseOthers();
    if (from !== null && to !== null && from > to) {
      throw invalidInput([{ field: 'from', message: 'from must not lie after to.' }]);
    }
    const zone = (from ?? to) === null ? '' : values.add(this.environment.labTimeZone);
    if (from !== null) {
      conditions.push(`occurred_at >= ${values.add(from)}::timestamp AT TIME ZONE ${zone}`);
    }
    if (to !== null) {
      conditions.push(
        `occurred_at < (${values.add(to)}::timestamp + interval '1 day') AT TIME ZONE ${zone}`,
      );
    }
    return conditions;
  }
}
