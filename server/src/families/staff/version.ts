import { HttpStatus } from '@nestjs/common';
import { staleRecordMessage, type StaleRecordBody } from '@kidlab/contract';

import type { Audited } from '../../common/audited.entity.js';
import { Failure } from '../../common/failures.js';
import { isSent, textFields } from '../../common/input.js';
import { NamedValues } from '../../common/simple-rest.js';
import { normalised } from './record-input.js';

const MAX_VERSION = 2_147_483_647;

interface Comparison {
  /** The record as it is read. */
  readonly stored: object;
  /** What a body may change. */
  readonly fields: readonly string[];
  /** Whether this one does. */
  readonly changes: boolean;
}

/**
 * Lost updates: refuses a body whose `version` is not the record's any more. The caller holds the family's lock. A body without
 * one (the documented client's) is saved; an older one that would change nothing repeats a save whose answer was lost.
 * @throws 409 `StaleRecordBody`: who saved it in between, when, and what is stored where the body differs.
 */
export function refuseStale(
  body: unknown,
  record: Audited,
  { stored, fields, changes }: Comparison,
): void {
  const isObject = typeof body === 'object' && body !== null;
  const version = new NamedValues(isObject ? body : {}).integer('version', {
    min: 1,
    max: MAX_VERSION,
  });
  if (version === null || version === record.version) return;
  if (version < record.version && !changes) return;
  const stale: StaleRecordBody = {
    statusCode: HttpStatus.CONFLICT,
    message: staleRecordMessage(record.modifiedBy),
    current: {
      modifiedBy: record.modifiedBy,
      modifiedDate: record.modifiedDate.toISOString(),
      version: record.version,
      fields: differences(body, stored, fields),
    },
  };
  throw new Failure(stale);
}

/** What is stored in those fields in which the body says something else. */
function differences(
  body: unknown,
  stored: object,
  fields: readonly string[],
): Record<string, string> {
  const sent = normalised(textFields(body, fields));
  const theirs = stored as Readonly<Record<string, string | null | undefined>>;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = theirs[field] ?? '';
      // "Select One" is no wish.
      const isBlank = sent[field] === '' && field.endsWith('Indicator');
      return isSent(body, field) && !isBlank && sent[field] !== value ? [[field, value]] : [];
    }),
  );
}
