import { Injectable } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';

import { EXAMPLE } from '../common/api.js';
import { Check } from '../common/field.js';
import { Day, PartOfText } from '../common/filter-fields.js';
import { readPage, type WrittenPage } from '../common/list.js';
import { Filters, ListQuery } from '../common/simple-rest.js';
import { columnOf, containsPattern, isoTimestamp, isWithin, when } from '../common/sql.js';
import { Environment } from '../config/environment.js';

const EXACT_FILTERS = ['action', 'subjectType', 'subjectId'] as const;

/** Distinct actors that contain `part`. A loose index scan: one index lookup per actor, however long the trail is. */
const actorsWith = (part: string): Sql => sql`ARRAY(
  WITH RECURSIVE known AS (
    SELECT min(actor) AS actor FROM audit_events
    UNION ALL SELECT (SELECT min(actor) FROM audit_events WHERE actor > known.actor) FROM known WHERE actor IS NOT NULL)
  SELECT actor FROM known WHERE actor ILIKE ${containsPattern(part)})`;

class AuditFilterDto {
  @PartOfText({ description: 'Part of the address or name, any case.' }) readonly actor?: string;
  @PartOfText() readonly action?: string;
  @PartOfText() readonly subjectType?: string;
  @PartOfText() readonly subjectId?: string;

  /** Days on the lab's calendar, both included. */
  @Day()
  @Check('days', (from: unknown, _, { to }: { to?: string }) =>
    typeof from === 'string' && to !== undefined && from > to
      ? 'from must not lie after to.'
      : null,
  )
  readonly from?: string;

  @Day() readonly to?: string;
}

export class AuditListDto extends ListQuery(['id', 'occurredAt'], {
  column: 'occurredAt',
  direction: 'DESC',
}) {
  @Filters(AuditFilterDto, { actor: EXAMPLE.staff, from: '2026-11-01' })
  readonly filter = new AuditFilterDto();
}

/** Reads the audit trail. Events of erased families have no values. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
  ) {}

  page({ sort: { direction }, range, filter }: AuditListDto): Promise<WrittenPage> {
    const list = {
      from: sql`FROM audit_events AS event`,
      conditions: () => this.conditions(filter),
      order: { key: 'event.occurred_at', direction },
      ids: ['event.id'] as const,
      columns: sql`event.id, ${isoTimestamp('event.occurred_at')} AS "occurredAt", event.actor, event.action,
        event.subject_type AS "subjectType", event.subject_id AS "subjectId", event.before, event.after`,
      joins: sql`JOIN audit_events AS event ON event.id = page.id1`,
    };
    return readPage(this.dataSource, list, range);
  }

  private conditions(filter: AuditFilterDto): Sql[] {
    const { labTimeZone } = this.environment;
    return [
      ...EXACT_FILTERS.flatMap((name) =>
        when(filter[name], (value) => sql`event.${raw(columnOf(name))} = ${value}`),
      ),
      ...when(filter.actor, (part) => sql`event.actor = ANY (${actorsWith(part)})`),
      ...isWithin('event.occurred_at', labTimeZone, filter.from, filter.to),
    ];
  }
}
