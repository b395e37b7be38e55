import { HttpStatus } from '@nestjs/common';
import { staleRecordMessage, type StaleRecordBody } from '@kidlab/contract';

import type { Audited } from '../../common/audited.entity.js';
import { Failure } from '../../common/failures.js';
import { NamedValues } from '../../common/simple-rest.js';

const MAX_VERSION = 2_147_483_647;

/**
 * Lost updates: refuses a body whose `version` is not the record's any more. The caller holds the family's lock. A body
 * without one (the documented client's) is saved.
 * @throws 409 `StaleRecordBody`: who saved it in between, and when.
 */
export function refuseStale(body: unknown, record: Audited): void {
  const isObject = typeof body === 'object' && body !== null;
  const version = new NamedValues(isObject ? body : {}).integer('version', {
    min: 1,
    max: MAX_VERSION,
  });
  if (version === null || version === record.version) return;
  const stale: StaleRecordBody = {
    statusCode: HttpStatus.CONFLICT,
    message: staleRecordMessage(record.modifiedBy),
    current: {
      modifiedBy: record.modifiedBy,
      modifiedDate: record.modifiedDate.toISOString(),
      version: record.version,
    },
  };
  throw new Failure(stale);
}
