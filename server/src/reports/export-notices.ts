import { EXPORTED_GRIDS } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { invalidInput } from '../common/failures.js';
import { NamedValues } from '../common/simple-rest.js';
import type { StaffMember } from '../common/staff.js';
import { LIST_EXPORTED } from './list-answers.js';

/** A name of a filter; what it is set to never gets here. */
const FILTER_NAME = /^[A-Za-z]{1,40}$/;
const MAX_FILTERS = 30;

/** Writes down what the portal is about to export. */
@Injectable()
export class ExportNotices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws 400 naming the field that is wrong. */
  async take(staff: StaffMember, body: unknown): Promise<void> {
    const sent = typeof body === 'object' && body !== null ? body : {};
    const values = new NamedValues(sent);
    const resource = values.choice('resource', EXPORTED_GRIDS);
    if (resource === null) throw wrong('resource', `one of ${EXPORTED_GRIDS.join(', ')}`);
    const rows = values.integer('rows', { min: 0, max: Number.MAX_SAFE_INTEGER });
    if (rows === null) throw wrong('rows', 'a number');
    await this.audit.record(this.dataSource.manager, {
      actor: staff.email,
      action: LIST_EXPORTED,
      subjectType: resource,
      subjectId: null,
      after: { filteredBy: filterNames(sent), rows },
    });
  }
}

function filterNames(sent: object): string[] {
  const { filteredBy } = sent as { filteredBy?: unknown };
  const isNames =
    Array.isArray(filteredBy) &&
    filteredBy.length <= MAX_FILTERS &&
    filteredBy.every((name) => typeof name === 'string' && FILTER_NAME.test(name));
  if (!isNames) throw wrong('filteredBy', 'a list of names of filters');
  return filteredBy as string[];
}

function wrong(field: string, wanted: string): Error {
  return invalidInput([{ field, message: `${field} must be ${wanted}.` }]);
}
